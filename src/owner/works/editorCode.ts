/** The code of the editor: a chunk that comes with its first use (editorLoading.tsx), and the SDK of Storage with it. */
import type { FirebaseApp } from 'firebase/app';
import type { Firestore } from 'firebase/firestore/lite';
import { connectStorageEmulator, getStorage, type FirebaseStorage } from 'firebase/storage';
import type { BackendConfig } from '../../firebase/config';
import { createWorkPreparation } from '../../pictures/page/workPreparation';
import { createPublisher } from '../data/publishWork';
import { EditedWork, OneTab } from './EditedWork';
import type { EditorPorts } from './workEditorEffects';

/** Milliseconds for which the SDK repeats an upload or a list that gets no answer. The page itself goes on later. */
const RETRY_TIME = 60_000;

export type EditorCode = ReturnType<typeof openEditor>;

/** `now`: by the site's clock. */
export function openEditor(
  config: BackendConfig,
  { app, firestore }: { app: FirebaseApp; firestore: Firestore },
  now: () => Promise<Date>,
) {
  const ports: Pick<EditorPorts, 'publisher' | 'prepare'> = {
    publisher: createPublisher({
      firestore,
      storage: openStorage(config, app),
      bucket: { origin: config.storageOrigin, bucket: config.storageBucket },
      now,
    }),
    prepare: createWorkPreparation(),
  };
  return { ports, EditedWork, OneTab };
}

function openStorage(config: BackendConfig, app: FirebaseApp): FirebaseStorage {
  const storage = getStorage(app);
  storage.maxUploadRetryTime = RETRY_TIME;
  storage.maxOperationRetryTime = RETRY_TIME;
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.storageOrigin);
    connectStorageEmulator(storage, hostname, Number(port));
  }
  return storage;
}
