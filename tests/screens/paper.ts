/** Finds what a printed page would lack or spoil. */
import type { Page } from '@playwright/test';

/** The widths of Letter and A4 within their margins, in CSS pixels, upright and on its side. */
export const PAPER = [
  { width: 718, height: 980 },
  { width: 1047, height: 700 },
];

/**
 * What is wrong with a page that is shown as it will be printed (`emulateMedia({ media: 'print' })`): pale text,
 * controls, placeholders, what breaks across pages, a number that is missing, pictures of a pair over one another, and a page behind
 * the open dialog.
 */
export function paperFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1;
    const shown = (selector: string, root: ParentNode = document) =>
      [...root.querySelectorAll<HTMLElement>(selector)].filter(isShown);
    const name = (element: Element) =>
      `<${element.localName} class="${element.getAttribute('class')}"> ${element.textContent.trim().slice(0, 30)}`;

    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    /** Contrast of a colour on white paper (WCAG 2.2). */
    const contrast = (color: string) => {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
        const share = byte / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const owner = walker.currentNode.parentElement!;
      if (!walker.currentNode.textContent!.trim() || owner.closest('noscript, script, style'))
        continue;
      if (isShown(owner) && contrast(getComputedStyle(owner).color) < 4.5)
        found.push(`pale: ${name(owner)}`);
    }
    for (const field of shown('input:not([type=checkbox], [type=radio]), textarea'))
      if (contrast(getComputedStyle(field).color) < 4.5) found.push(`pale: ${name(field)}`);

    const useless =
      'button, nav a:not([href^="tel:"]), a[href$="#request-service"], input[type=range], [aria-busy=true]';
    for (const part of shown(useless)) found.push(`of no use on paper: ${name(part)}`);
    for (const whole of shown('li, figure, img, dl > div'))
      if (getComputedStyle(whole).breakInside !== 'avoid')
        found.push(`breaks across pages: ${name(whole)}`);
    for (const box of shown('body, body *')) {
      const { position, overflowX, overflowY } = getComputedStyle(box);
      if (['fixed', 'sticky'].includes(position)) found.push(`stays at its place: ${name(box)}`);
      const scrolls = [overflowX, overflowY].some((each) => ['auto', 'scroll'].includes(each));
      if (scrolls && box.scrollHeight > box.clientHeight + 1) found.push(`scrolls: ${name(box)}`);
    }

    const phones = [...document.querySelectorAll('header a[href^="tel:"]')];
    if (phones.length > 0 && !phones.some((phone) => isShown(phone.querySelector('span')!)))
      found.push('no phone number');

    for (const range of document.querySelectorAll('input[type=range]')) {
      const [one, other] = shown('img', range.parentElement!).map((image) =>
        image.getBoundingClientRect(),
      );
      if (!range.parentElement!.checkVisibility()) continue;
      if (!one || !other) found.push('a pair lacks a picture');
      else if (one.left < other.right && other.left < one.right) found.push('a pair overlaps');
      const names = shown('span[aria-hidden]', range.parentElement!).map(
        ({ textContent }) => textContent,
      );
      if (names.join() !== 'After,Before') found.push(`a pair is named ${names.join()}`);
    }

    const dialog = document.querySelector('dialog[open]');
    if (dialog) {
      const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
      if (!title || !isShown(title)) found.push('the dialog has no heading');
      for (const behind of shown('main *')) found.push(`behind the dialog: ${name(behind)}`);
    }
    return found;
  });
}
