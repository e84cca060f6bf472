import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalAccount } from './auth/accounts';
import { createFirestoreStore, type FirestoreStore } from './firestore/firestoreStore';
import { writeFileAtomically } from './persistence/atomicFiles';
import { lock } from './persistence/folderLock';
import { keepDocuments, readDocuments } from './persistence/documentsFile';
import { openRecords } from './persistence/records';
import type { ProtoFields } from './rules/types';
import { createObjectStore } from './storage/objectStore';
import { createUploadSessions } from './storage/sessions';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/**
 * Opens the stores of the backend. Without a `dataDir` they are in memory only. Rejects with `FolderInUse` or
 * `CorruptedData`.
 */
export async function openStores(bucket: string, dataDir: string | null, now: () => Date) {
  const unlock = dataDir === null ? () => {} : await lockData(dataDir);
  try {
    const initial = dataDir === null ? undefined : readDocuments(dataDir);
    const firestore = createFirestoreStore({ now, ...(initial && { initial }) });
    if (dataDir !== null) keepDocuments(dataDir, firestore);
    const storageDir = dataDir && join(dataDir, 'storage');
    const objects = createObjectStore({ bucket, dataDir: storageDir, now });
    return {
      firestore,
      objects,
      sessions: createUploadSessions({ objects, dataDir: storageDir, now }),
      accounts: openRecords<LocalAccount>(dataDir && join(dataDir, 'accounts')),
      /** Changes the download addresses in documents if Storage had another origin in the last run. */
      updateStorageOrigin(storageOrigin: string) {
        if (dataDir === null) return;
        const path = join(dataDir, 'origin');
        const previous = existsSync(path) ? readFileSync(path, 'utf8').trim() : storageOrigin;
        if (previous !== storageOrigin) replaceOrigin(firestore, previous, storageOrigin);
        writeFileAtomically(path, `${storageOrigin}\n`);
      },
      close: unlock,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Keeps every other backend from using a data folder. */
export const lockData = (dataDir: string): Promise<() => void> => lock(join(dataDir, 'lock'));

function replaceOrigin(store: FirestoreStore, from: string, to: string): void {
  const startOfAddress = (origin: string) => `"stringValue":"${origin}/`;
  const writes = store.snapshot().documents.flatMap(({ path, fields }) => {
    const json = JSON.stringify(fields);
    const changed = json.replaceAll(startOfAddress(from), () => startOfAddress(to));
    return changed === json ? [] : [{ path, fields: JSON.parse(changed) as ProtoFields }];
  });
  if (writes.length > 0) store.commit(writes);
}
