/** A visitor's actions, by the few functions of `Page`. */
import { workerControls } from '../support/deliveryActions';
import { until, type Page, type PageElement } from './engine';

/** An element by selector and, where that is not enough, by a part of its label or text. */
export interface Target {
  css: string;
  text?: string;
}

const CONTROLS = 'input, textarea, select';

export const button = (text: string): Target => ({ css: 'button', text });
export const link = (text: string): Target => ({ css: 'a', text });
export const heading = (text: string): Target => ({ css: 'h1, h2, h3', text });
/** A control by its label. */
export const field = (text: string): Target => ({ css: CONTROLS, text });
/** The label itself, where its control has no size of its own. */
export const label = (text: string): Target => ({ css: 'label', text });

const nameOf = ({ css, text }: Target) => (text === undefined ? css : `${css} "${text}"`);

/** Presses an element as soon as it lies still in the window with nothing over it. */
export async function tap(page: Page, target: Target): Promise<void> {
  await (await reachable(page, target)).click();
}

/** Types into a control after a press on it. */
export async function type(page: Page, target: Target, text: string): Promise<void> {
  await (await reachable(page, target)).type(text);
  await until(`${nameOf(target)} holds what was typed`, async () => {
    const value = await page.evaluate(valueOf, target);
    return value === text;
  });
}

/** Chooses files in an input that may be invisible. */
export async function choose(page: Page, css: string, paths: string[]): Promise<void> {
  const input = await until(css, () =>
    page.find((selector: string) => document.querySelector(selector), css),
  );
  await input.choose(paths);
}

/** Resolves when an element shows. */
export async function see(page: Page, target: Target, patience?: number): Promise<void> {
  await until(`${nameOf(target)} shows`, () => page.find(findShown, target, false), patience);
}

/** Resolves when no such element shows. */
export async function miss(page: Page, target: Target): Promise<void> {
  await until(`${nameOf(target)} is gone`, async () => {
    return (await page.find(findShown, target, false)) === null;
  });
}

/** Resolves when there are this many elements. */
export async function count(page: Page, css: string, number: number): Promise<void> {
  const counted = () =>
    page.evaluate((selector: string) => document.querySelectorAll(selector).length, css);
  await until(`${number} of ${css}`, async () => (await counted()) === number);
}

/** Scrolls to an element that is there or will be. */
export async function bringIntoView(page: Page, target: Target): Promise<void> {
  await reachable(page, target);
}

function reachable(page: Page, target: Target): Promise<PageElement> {
  return until(`${nameOf(target)} can be reached`, () => page.find(findShown, target, true));
}

function valueOf({ css, text = '' }: Target): string | undefined {
  return [...document.querySelectorAll<HTMLInputElement>(css)].find((element) =>
    element.labels?.[0]?.textContent.includes(text),
  )?.value;
}

/** In the page: the element; to be pressed, once it lies still with nothing over its middle. */
async function findShown({ css, text = '' }: Target, isToPress: boolean): Promise<Element | null> {
  const element = [...document.querySelectorAll<HTMLElement>(css)].find((candidate) => {
    // Not `innerText`: browsers give none for what they skip (`content-visibility`).
    const { textContent } = (candidate as HTMLInputElement).labels?.[0] ?? candidate;
    return textContent.includes(text) && candidate.checkVisibility();
  });
  if (!element || !isToPress) return element ?? null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y || width === 0) return null;
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(hit) ? element : null;
}

/** Opens an address of the site; resolves when its app runs and its worker controls the page. */
export async function openSite(page: Page, address: string): Promise<void> {
  await page.open(address);
  await see(page, { css: '#root[data-started]' });
  // A browser that blocks cookies has no worker, and refuses even to be asked.
  const hasWorker = await page.evaluate(async () => {
    try {
      await navigator.serviceWorker.getRegistration();
      return true;
    } catch {
      return false;
    }
  });
  if (hasWorker) await workerControls(page);
}

/** Resolves when a picture's bytes have arrived and could be decoded. */
export async function seePicture(page: Page, css: string): Promise<void> {
  await until(`${css} is drawn`, () =>
    page.evaluate((selector: string) => {
      const image = document.querySelector<HTMLImageElement>(selector);
      image?.scrollIntoView({ block: 'center', behavior: 'instant' });
      return image !== null && image.complete && image.naturalWidth > 100;
    }, css),
  );
}
