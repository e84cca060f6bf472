/** The fixtures of a test in an old Chromium, whose pages get what Playwright's own scripts ask for. */
import type { Page } from '@playwright/test';
import { expect, test as base } from '../support/prerenderedSite';

export { expect };

/** Runs where Playwright's scripts do, in a world that the page does not see: nothing is added to the page. */
function addForPlaywright(): void {
  const at = function (this: ArrayLike<unknown>, index: number) {
    return this[index < 0 ? this.length + index : index];
  };
  const add = (to: object, name: string, value: unknown) => {
    if (!(name in to)) Object.defineProperty(to, name, { value, configurable: true });
  };
  add(Array.prototype, 'at', at);
  add(String.prototype, 'at', at);
  add(Object, 'hasOwn', (object: object, name: string) =>
    Object.prototype.hasOwnProperty.call(object, name),
  );
  add(Element.prototype, 'checkVisibility', function (this: Element) {
    return this.getClientRects().length > 0 || getComputedStyle(this).display === 'contents';
  });
}

/** Prepares a page for Playwright: what it shows already, and what it will show. */
export async function prepare(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { _guid: guid } = page as unknown as { _guid: string };
  const worldName = `__playwright_utility_world_${guid}`;
  const source = `(${addForPlaywright.toString()})()`;
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName,
  });
  await session.send('Runtime.evaluate', { expression: source, contextId });
}

export const test = base.extend({
  page: async ({ page }, provide) => {
    await prepare(page);
    await provide(page);
  },
});
