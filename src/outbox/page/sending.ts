/** What sends requests, and what is done with those that wait. Only ever imported lazily. */
import { createDeliverer, type Deliverer, type DeliverDeps } from '../deliverer';
import { removeRequest } from '../removeRequest';
import { contentOf } from '../requests';
import type { LoadedDraft } from '../../domain/ports';

export interface Sending {
  deliverer: Deliverer;
  /** Removes a record; `sent` when its text had already reached the server. */
  remove(key: string): Promise<'removed' | 'sent'>;
  contentOf(key: string): Promise<LoadedDraft | undefined>;
}

/** Sends what is in one store. */
export function createSending(deps: Omit<DeliverDeps, 'prepareImage' | 'isPage'>): Sending {
  const prepareImage: DeliverDeps['prepareImage'] = async (file) =>
    (await import('./prepareImage')).prepareImage(file);
  return {
    deliverer: createDeliverer({ ...deps, prepareImage, isPage: true }),
    remove: (key) => removeRequest(deps, key),
    contentOf: (key) => contentOf(deps.store, key),
  };
}
