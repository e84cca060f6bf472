import type { ProtoFields } from '../rules/types';
import type { Access, Caller } from './access';
import { project, type FieldPath } from './fieldPaths';
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

/** One RPC that runs over a channel. */
export interface Stream {
  /** Handles one request message; a thrown FirestoreError ends the stream with its status. */
  receive(message: Record<string, unknown>): void;
  close(): void;
}

export interface StreamContext {
  service: Service;
  caller: Caller;
  /** Sends one response message. */
  send(message: unknown): void;
}

/** `google.firestore.v1.Document` in proto3 JSON; like all of it without empty maps. */
export function toProtoDocument(
  document: StoredDocument,
  names: ResourceNames,
  mask?: readonly FieldPath[] | null,
) {
  const fields: ProtoFields = project(document.fields, mask ?? undefined);
  return {
    name: names.of(document.path),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    createTime: document.createTime,
    updateTime: document.updateTime,
  };
}
