import type { ProtoFields, ProtoValue } from '../rules/types';
import type { Access } from './firestoreAccess';
import type { CheckIndex } from './indexes';
import type { ResourceNames } from './paths';
import type { FirestoreStore, StoredDocument } from './firestoreStore';

/** The dependencies of every call, both REST calls and streams. */
export interface Service {
  store: FirestoreStore;
  names: ResourceNames;
  access: Access;
  checkIndex: CheckIndex;
  /** Called with the number of document reads that Firestore would bill, and the path of the document or collection. */
  onRead(count: number, path: string): void;
  log(line: string): void;
}

/** Converts to `google.firestore.v1.Document` in proto3 JSON, which leaves out empty lists and maps. */
export function toProtoDocument(document: StoredDocument, names: ResourceNames) {
  return {
    name: names.of(document.path),
    ...toWireFields(document.fields),
    createTime: document.createTime,
    updateTime: document.updateTime,
  };
}

function toWireFields(fields: ProtoFields = {}): { fields?: ProtoFields } {
  const entries = Object.entries(fields).map(([name, value]) => [name, toWireValue(value)]);
  return entries.length > 0 ? { fields: Object.fromEntries(entries) as ProtoFields } : {};
}

function toWireValue(value: ProtoValue): ProtoValue {
  if ('mapValue' in value) return { mapValue: toWireFields(value.mapValue.fields) };
  if (!('arrayValue' in value)) return value;
  const { values = [] } = value.arrayValue;
  return { arrayValue: values.length > 0 ? { values: values.map(toWireValue) } : {} };
}
