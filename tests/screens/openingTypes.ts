/** What brings a state of a screen about. */
import type { Page } from '@playwright/test';
import type { Backend } from '../support/fixtures';

export interface Stage {
  page: Page;
  backend: Backend;
  /** Looks at what the page shows on its way to the state. */
  look(name: string): Promise<void>;
}

/** Brings the state about; resolves once the page shows it. */
export type Opening = (stage: Stage) => Promise<void>;
