/** Throws parts of the page away and mounts them anew, as `PartBoundary` does when something in them fails. */
import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { textsOf } from './foreignHands';

/** What is used of React's own structures (react-dom 19: `__reactContainer$…`, and the tree's `child` and `sibling`). */
interface Fiber {
  child: Fiber | null;
  sibling: Fiber | null;
  stateNode: unknown;
}

interface Boundary {
  props: { name?: string };
  state: { status: string; mounts: number };
  setState(state: object, then?: () => void): void;
  componentDidCatch(error: unknown): void;
}

/** The boundaries on the page that show their part, from the outermost to the innermost. Runs in the page. */
function findBoundaries(): Boundary[] {
  const root = document.getElementById('root') as unknown as Record<
    string,
    { stateNode: { current: Fiber } }
  >;
  const key = Object.keys(root).find((one) => one.startsWith('__reactContainer$'))!;
  const found: Boundary[] = [];
  const visit = (fiber: Fiber | null) => {
    for (let one = fiber; one; one = one.sibling) {
      const node = one.stateNode as Boundary | null;
      if (node?.componentDidCatch && node.state?.status === 'shown') found.push(node);
      visit(one.child);
    }
  };
  visit(root[key]!.stateNode.current.child);
  return found;
}

const FIND = `const findBoundaries = ${findBoundaries.toString()};`;

/** The names of the parts that are shown. */
export const partsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`${FIND} findBoundaries().map(({ props }) => props.name)`);

/**
 * Makes a part fail; once this resolves, it is mounted anew. A part that fails again within five seconds stays away, so
 * the page's clock is put forward each time.
 */
export function failPart(page: Page, name: string): Promise<void> {
  return page.evaluate(`${FIND}
    new Promise((resolve) => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 6000;
      const boundary = findBoundaries().find(({ props }) => props.name === ${JSON.stringify(name)});
      boundary.setState({ status: 'failed' }, () => {
        boundary.componentDidCatch(new Error('Thrown by a test.'));
        setTimeout(resolve);
      });
    })`);
}

/** What has the focus, and where the caret is in it. */
export const focusOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element, body } = document;
    if (!element || element === body) return 'nothing';
    const caret = 'selectionEnd' in element ? ` at ${String(element.selectionEnd)}` : '';
    return `${element.id || element.textContent}${caret}`;
  });

/** Everything that a visitor has in front of them. */
async function shownOn(page: Page) {
  const elements = await page.evaluate(() => ({
    fields: [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      .filter((field) => field.type !== 'file' && field.checkVisibility())
      .map(({ name, value, checked, placeholder }) => [name, value, checked, placeholder]),
    pictures: [...document.querySelectorAll('figure img')].map((image) =>
      image.getAttribute('alt'),
    ),
    dialogs: [...document.querySelectorAll('dialog[open] h2')].map((title) => title.textContent),
    expanded: [...document.querySelectorAll('[aria-invalid]')].map(({ id }) => id),
  }));
  // A text area's text is among the fields already. An output says its words once, to a screen reader alone: a part that
  // is mounted anew does not say them again.
  const texts = await textsOf(page, 'textarea, output.visually-hidden');
  return { ...elements, texts, focus: await focusOf(page) };
}

/** The same once nothing changes any more. */
async function stillOn(page: Page) {
  let last = await shownOn(page);
  const isStill = async () => {
    const before = last;
    last = await shownOn(page);
    return isDeepStrictEqual(before, last);
  };
  await expect.poll(isStill).toBe(true);
  return last;
}

/** Fails each part of a page that stands still: what the visitor has in front of them stays as it is. */
export async function expectSameMountedAnew(page: Page): Promise<void> {
  const before = await stillOn(page);
  // A dialog that opens again gives the focus to its heading where nothing had it.
  const expected = before.focus === 'nothing' ? { ...before, focus: expect.any(String) } : before;
  const parts = await partsOf(page);
  expect(parts).toContain('the notices');
  for (const name of parts) {
    await failPart(page, name);
    await expect.poll(() => shownOn(page), `after ${name} has failed`).toEqual(expected);
  }
}
