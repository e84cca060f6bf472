import type { Page } from '@playwright/test';

/**
 * Resolves when the page has turned to its own faces. The gate leaves those that come late for the next
 * page (src/gate); on a machine that is busy with tests they are shown all the same.
 */
export async function fontsShown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const gate = document.querySelector<HTMLElement>('script[data-fonts]');
    const faces = JSON.parse(gate?.dataset['fonts'] ?? '[]') as [string, string, object][];
    const arrived = await Promise.all(faces.map((face) => new FontFace(...face).load()));
    const isShown = ({ family }: FontFace) =>
      [...document.fonts].some((it) => it.family === family);
    for (const face of arrived) if (!isShown(face)) document.fonts.add(face);
    await document.fonts.ready;
  });
}
