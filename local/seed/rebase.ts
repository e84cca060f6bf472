import type { FirestoreStore } from '../firestore/store';
import type { ProtoFields, ProtoValue } from '../rules/types';

/**
 * Moves the download addresses in stored documents to another origin: kept data is opened again
 * under another port or host.
 */
export function rebaseAddresses(store: FirestoreStore, from: string, to: string): void {
  const writes = store.snapshot().documents.flatMap(({ path, fields }) => {
    const moved = rebaseFields(fields, `${from}/`, `${to}/`);
    return JSON.stringify(moved) === JSON.stringify(fields) ? [] : [{ path, fields: moved }];
  });
  if (writes.length > 0) store.commit(writes);
}

function rebaseFields(fields: ProtoFields, from: string, to: string): ProtoFields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, rebaseValue(value, from, to)]),
  );
}

function rebaseValue(value: ProtoValue, from: string, to: string): ProtoValue {
  if ('stringValue' in value && value.stringValue.startsWith(from)) {
    return { stringValue: to + value.stringValue.slice(from.length) };
  }
  if ('arrayValue' in value) {
    const values = (value.arrayValue.values ?? []).map((entry) => rebaseValue(entry, from, to));
    return { arrayValue: { values } };
  }
  if ('mapValue' in value) {
    return { mapValue: { fields: rebaseFields(value.mapValue.fields ?? {}, from, to) } };
  }
  return value;
}
