/** A test for each state of a screen. */
import type { Page } from '@playwright/test';
import { test, type Backend } from '../support/fixtures';
import { lookAt } from './looks';

export interface Stage {
  page: Page;
  backend: Backend;
}

/** Brings the state about; resolves once the page shows it. */
export type Opening = (stage: Stage) => Promise<void>;

/** A test for each state, by its name. */
export function lookAtStates(states: Record<string, Opening>): void {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  for (const [name, open] of Object.entries(states)) {
    test(
      `“${name.replaceAll('-', ' ')}” fits small windows and is accessible in both colour schemes`,
      { tag: ['@full', '@screens'] },
      async ({ page, backend }) => {
        await open({ page, backend });
        await lookAt(page, name);
      },
    );
  }
}
