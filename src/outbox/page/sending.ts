/** What sends requests, and what is done with those that wait. Only ever imported lazily. */
import type { RecordDeps } from '../deliverRecord';
import { createDeliverer } from '../deliverer';
import { createExclusively } from '../exclusively';
import { removeRequest } from '../removeRequest';
import { contentOf } from '../requests';

interface SendingDeps extends Omit<RecordDeps, 'prepareImage' | 'isPage' | 'exclusively'> {
  locks: LockManager | undefined;
}

/** Sends what is in one store. */
export function createSending({ locks, ...given }: SendingDeps) {
  const deps = { ...given, exclusively: createExclusively(locks) };
  const prepareImage: RecordDeps['prepareImage'] = async (file) =>
    (await import('./prepareImage')).prepareImage(file);
  return {
    deliverer: createDeliverer({ ...deps, prepareImage, isPage: true }),
    remove: (key: string) => removeRequest(deps, key),
    contentOf: (key: string) => contentOf(deps.store, key),
  };
}
