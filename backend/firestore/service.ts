import type { ProtoFields, ProtoValue } from '../rules/types';
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

/** `google.firestore.v1.Document` in proto3 JSON; like all of it without empty lists and maps. */
export function toProtoDocument(document: StoredDocument, names: ResourceNames) {
  return {
    name: names.of(document.path),
    ...onWire(document.fields),
    createTime: document.createTime,
    updateTime: document.updateTime,
  };
}

function onWire(fields: ProtoFields = {}): { fields?: ProtoFields } {
  const entries = Object.entries(fields).map(([name, value]) => [name, valueOnWire(value)]);
  return entries.length > 0 ? { fields: Object.fromEntries(entries) as ProtoFields } : {};
}

function valueOnWire(value: ProtoValue): ProtoValue {
  if ('mapValue' in value) return { mapValue: onWire(value.mapValue.fields) };
  if (!('arrayValue' in value)) return value;
  const { values = [] } = value.arrayValue;
  return { arrayValue: values.length > 0 ? { values: values.map(valueOnWire) } : {} };
}
