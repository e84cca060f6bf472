/** Finds what larger text and smaller windows break (WCAG 2.2, 1.4.4 and 1.4.10), by measuring boxes. */
import type { CDPSession, Page } from '@playwright/test';

/** Windows and the browser's text size in percent; 320 × 256 is a desktop's window at a zoom of 400 %. */
export const TIGHT = [
  { width: 320, height: 640, text: 100 },
  { width: 360, height: 780, text: 200 },
  { width: 390, height: 844, text: 200 },
  { width: 320, height: 256, text: 100 },
  { width: 844, height: 390, text: 100 },
  { width: 844, height: 200, text: 100 },
];

/** One session for each page: to open one takes as long as all that is looked at in a window. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * The browser's own text size, as its settings have it. The session stays: with it would go whatever network
 * the page was given.
 */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const standard = (16 * percent) / 100;
  await (await session).send('Page.setFontSizes', { fontSizes: { standard } });
}

/** Words broken in two, texts over one another, and texts that a box cuts off below. */
export function crowding(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Letters of a word that has to fit into a line. */
    const FITTING = 14;
    interface Shown {
      owner: Element;
      words: string;
      boxes: DOMRect[];
    }
    const found: string[] = [];
    const texts: Shown[] = [];
    // Elements far outside the window are measured, too.
    for (const far of document.querySelectorAll<HTMLElement>('#gallerySection, li'))
      far.style.contentVisibility = 'visible';
    // On paper the letterhead stands above the dialog.
    const root =
      (matchMedia('print').matches ? null : document.querySelector('dialog[open]')) ??
      document.body;
    /** The visible part of a box inside boxes that scroll or cut; undefined if there is none. */
    const seen = (box: DOMRect, owner: Element): DOMRect | undefined => {
      let { left, top, right, bottom } = box;
      for (let at: Element | null = owner; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === 'visible') continue;
        const frame = at.getBoundingClientRect();
        left = Math.max(left, frame.left);
        top = Math.max(top, frame.top);
        right = Math.min(right, frame.right);
        bottom = Math.min(bottom, frame.bottom);
      }
      return right > left && bottom > top
        ? new DOMRect(left, top, right - left, bottom - top)
        : undefined;
    };
    /** A fixed or sticky element covers the page on purpose. */
    const isPinned = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
      }
      return false;
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const owner = node.parentElement!;
      const text = node.data;
      if (
        !text.trim() ||
        !owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      const { width, height } = owner.getBoundingClientRect();
      // Text for screen readers, and scripts.
      if (width <= 1 || height <= 1 || owner.closest('.visually-hidden, noscript, script, style'))
        continue;
      for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
        if (word.length > FITTING) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`“${word}” is broken`);
      }
      if (isPinned(owner)) continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].flatMap((box) => seen(box, owner) ?? []);
      texts.push({ owner, words: text.trim().slice(0, 30), boxes });
    }
    for (const [index, one] of texts.entries()) {
      for (const other of texts.slice(index + 1)) {
        const isOver = one.boxes.some((a) =>
          other.boxes.some((b) => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            // Lines of large text stand closer than their boxes are high.
            return across > 2 && down > Math.min(a.height, b.height) / 3;
          }),
        );
        if (isOver) found.push(`“${one.words}” and “${other.words}” overlap`);
      }
    }
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      const { overflowY } = getComputedStyle(element);
      const isCut = (overflowY === 'hidden' || overflowY === 'clip') && element.innerText?.trim();
      if (!isCut || element.clientHeight <= 1 || !element.checkVisibility()) continue;
      const inner = element.getBoundingClientRect().bottom;
      const lowest = texts
        .filter(({ owner }) => element.contains(owner))
        .flatMap(({ owner, words }) => [{ words, box: owner.getBoundingClientRect() }])
        .find(({ box }) => box.bottom > inner + 2);
      if (lowest) found.push(`“${lowest.words}” is cut off below`);
    }
    return found;
  });
}

/** Fields and buttons of an open dialog that cannot be reached, even by scrolling. */
export function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'dialog[open] :is(input:not([type=file], [hidden]), textarea, button)',
    );
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility()) return [];
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
      const isThere = at !== null && (control.contains(at) || at.contains(control));
      return isThere ? [] : [`${control.localName} ${control.id || control.textContent}`];
    });
  });
}

/** Pixels: what a finger needs, in either direction. */
const FINGER = 44;

/** Buttons, links and fields that are smaller than a finger. What is in a label is as large as that. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    // Those far outside the window are measured, too.
    for (const far of document.querySelectorAll('li')) far.style.contentVisibility = 'visible';
    const targets = document.querySelectorAll<HTMLElement>('a[href], button, input, textarea');
    return [...targets].flatMap((target) => {
      const area = target.closest('label') ?? target;
      if (!area.checkVisibility({ visibilityProperty: true })) return [];
      const { width, height } = area.getBoundingClientRect();
      if (width >= least && height >= least) return [];
      const name = target.ariaLabel ?? target.textContent;
      return [`${target.localName} “${name}”: ${Math.round(width)} × ${Math.round(height)}`];
    });
  }, FINGER);
}
