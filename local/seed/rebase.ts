import type { FirestoreStore } from '../firestore/store';
import type { ProtoFields } from '../rules/types';

/**
 * Moves the download addresses in stored documents to another origin: kept data is opened again
 * under another port or host.
 */
export function rebaseAddresses(store: FirestoreStore, from: string, to: string): void {
  const start = (origin: string) => `"stringValue":"${origin}/`;
  const writes = store.snapshot().documents.flatMap(({ path, fields }) => {
    const json = JSON.stringify(fields);
    const moved = json.replaceAll(start(from), start(to));
    return moved === json ? [] : [{ path, fields: JSON.parse(moved) as ProtoFields }];
  });
  if (writes.length > 0) store.commit(writes);
}
