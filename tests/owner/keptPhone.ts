/** The phone's storage of the one work, as a tab of the owner's page opens it. */
import { beforeEach, vi } from 'vitest';
import { webStorage } from '../../src/lib/webStorage';
import { createKeptWork } from '../../src/owner/editor/kept/keptWork';
import { fakeStorage } from '../support/fakeStorage';

export const persist = vi.fn<() => Promise<boolean>>();

/** What a browser has and Node has not: the question before a page is left, and lasting storage. */
beforeEach(() => {
  persist.mockReset().mockResolvedValue(true);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { storage: { persist } });
});

export function storage() {
  const values = fakeStorage();
  return webStorage(() => values as Storage);
}

/** Without storages or a clock of its own, it is the owner's phone. */
export const openKept = (more: Partial<Parameters<typeof createKeptWork>[0]> = {}) =>
  createKeptWork({ tab: storage(), local: storage(), now: Date.now, ...more });
