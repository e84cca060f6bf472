/**
 * What this tab keeps of a stored work's title and day that were typed and not saved: the sign-in may end meanwhile, or the
 * page be loaded again.
 */
import * as v from 'valibot';
import { log } from '../../lib/log';
import type { WebStorage } from '../../lib/webStorage';
import type { KeptChangePort } from '../ports';

const KEY = 'owner-change';

const KeptChange = v.object({
  stored: v.object({ id: v.string(), title: v.string(), day: v.string(), created: v.string() }),
  title: v.string(),
  day: v.string(),
});

export function createKeptChange(storage: WebStorage): KeptChangePort {
  return {
    read(id) {
      const stored = storage.read(KEY);
      if (!stored) return undefined;
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), KeptChange), stored);
      if (!read.success) log('The kept change of a work is damaged.');
      return read.success && read.output.stored.id === id ? read.output : undefined;
    },
    keep(change) {
      if (!storage.write(KEY, JSON.stringify(change)))
        log('The change of a work is not kept in this tab.');
    },
    forget() {
      storage.write(KEY, null);
    },
  };
}
