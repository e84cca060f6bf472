/** Takes features away from a page, or breaks them, before any script of the page runs. */
import type { Page } from '@playwright/test';

/**
 * `missing`: not there. `null`: there, but null. `blocked`: reading it throws a SecurityError. `throws`: calling or
 * constructing it throws. `rejects`: calling it rejects. `silent`: calling it never settles.
 */
export type Breakage = 'missing' | 'null' | 'blocked' | 'throws' | 'rejects' | 'silent';

/** A feature by its path from the global object, e.g. `Navigator.prototype.locks`. */
export interface Broken {
  path: string;
  how: Breakage;
}

export function breakFeatures(page: Page, features: Broken[]): Promise<unknown> {
  return page.addInitScript((all) => {
    for (const { path, how } of all) {
      const names = path.split('.');
      const key = names.pop()!;
      let owner: any = globalThis;
      for (const name of names) owner = owner?.[name];
      if (!owner || !(key in owner)) continue;
      const fail = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      const values = {
        missing: undefined,
        null: null,
        // A function that can be called and constructed.
        throws: function () {
          fail();
        },
        rejects: async () => fail(),
        silent: () => new Promise(() => {}),
      };
      if (how === 'missing' && delete owner[key] && !(key in owner)) continue;
      const configurable = true;
      if (how === 'blocked') Object.defineProperty(owner, key, { get: fail, configurable });
      else Object.defineProperty(owner, key, { value: values[how], configurable, writable: true });
    }
  }, features);
}
