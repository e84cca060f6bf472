import type { Access } from './access';
import type { ResourceNames } from './paths';
import type { FirestoreStore } from './store';

/** What every call works with, REST and streams alike. */
export interface Service {
  store: FirestoreStore;
  names: ResourceNames;
  access: Access;
  /** Told the document reads that Firestore would bill, and where: a document or a collection. */
  onRead(count: number, what: string): void;
  log(line: string): void;
}
