import type { Access } from './access';
import type { ResourceNames } from './paths';
import type { FirestoreStore, StoredDocument } from './store';

/** What every call works with, REST and streams alike. */
export interface Service {
  store: FirestoreStore;
  names: ResourceNames;
  access: Access;
  /** Told the document reads that Firestore would bill, and where: a document or a collection. */
  onRead(count: number, what: string): void;
  log(line: string): void;
}

/** `google.firestore.v1.Document` in proto3 JSON; like all of it without empty maps. */
export function toProtoDocument(document: StoredDocument, names: ResourceNames) {
  const { fields } = document;
  return {
    name: names.of(document.path),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    createTime: document.createTime,
    updateTime: document.updateTime,
  };
}
