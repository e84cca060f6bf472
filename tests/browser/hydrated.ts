import type { Locator } from '@playwright/test';

/** Resolves once React has taken the element over: it keeps its props on the elements it owns. */
export async function hydrated(element: Locator): Promise<void> {
  await element
    .page()
    .waitForFunction(
      (node) => Object.keys(node!).some((key) => key.startsWith('__reactProps')),
      await element.elementHandle(),
    );
}
