/** What sends requests, and what is done with those that wait. Only ever imported lazily. */
import { createDeliverer, type Deliverer, type DeliverDeps } from '../deliverer';
import { createExclusively } from '../exclusively';
import { removeRequest } from '../removeRequest';
import { contentOf } from '../requests';
import type { LoadedDraft } from '../../domain/ports';

export interface Sending {
  deliverer: Deliverer;
  /** Removes a record; `sent` when its text had already reached the server. */
  remove(key: string): Promise<'removed' | 'sent'>;
  contentOf(key: string): Promise<LoadedDraft | undefined>;
}

interface SendingDeps extends Omit<DeliverDeps, 'prepareImage' | 'isPage' | 'exclusively'> {
  locks: LockManager | undefined;
}

/** Sends what is in one store. */
export function createSending({ locks, ...given }: SendingDeps): Sending {
  const deps = { ...given, exclusively: createExclusively(locks) };
  const prepareImage: DeliverDeps['prepareImage'] = async (file) =>
    (await import('./prepareImage')).prepareImage(file);
  return {
    deliverer: createDeliverer({ ...deps, prepareImage, isPage: true }),
    remove: (key) => removeRequest(deps, key),
    contentOf: (key) => contentOf(deps.store, key),
  };
}
