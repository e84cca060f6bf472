/** The outbox as the service worker uses it. The page's side of it is `page/pageOutbox.ts`. */
import { cryptoRandom } from '../../domain/ids';
import type { BackendConfig } from '../../firebase/config';
import { lockManager } from '../../lib/browser';
import { prepareImageInWorker } from '../../pictures/worker/workerCanvas';
import { createDeliverer } from '../delivery/deliverAll';
import { createExclusively } from '../delivery/locks';
import { prepareAhead } from '../delivery/preparePictures';
import { newKey } from '../record';
import { connectOutbox } from '../store/database';
import { expireDraft } from '../store/drafts';
import { tidySpares } from '../store/spares';
import { createDeliveryStore } from '../store/deliveryStore';

/** `changed` gets the key of each record that this worker has changed. */
export function createWorkerOutbox(config: BackendConfig, changed: (key: string) => void) {
  const connection = connectOutbox();
  const store = createDeliveryStore(connection);
  const exclusively = createExclusively(lockManager());
  const { now } = Date;
  const prepareImage = prepareImageInWorker;
  const deliverer = createDeliverer({
    store,
    config,
    exclusively,
    prepareImage,
    isPage: false,
    now,
    random: cryptoRandom,
    newKey,
    changed,
  });
  return {
    /** Runs one pass over the records that are due. Rejects when the store fails. */
    deliver: deliverer.deliver,
    /** Prepares the draft's pictures. Never rejects. */
    prepareAhead: () => prepareAhead({ connection, exclusively, prepareImage, now }),
    /** Deletes old drafts and spares. Never rejects. */
    async tidy() {
      await expireDraft(connection, now());
      await tidySpares(store, now());
    },
    waiting: async (): Promise<number> => (await store.list()).length,
  };
}
