import type { ProtoFields, ProtoValue } from '../rules/types';
import { invalid } from './errors';

/** Largest document, in bytes as Firestore counts them. */
const MAX_DOCUMENT_BYTES = 1_048_576;

const text = (content: string) => Buffer.byteLength(content) + 1;

const nameSize = (path: string) =>
  path.split('/').reduce((sum, segment) => sum + text(segment), 16);

function valueSize(value: ProtoValue): number {
  if ('nullValue' in value || 'booleanValue' in value) return 1;
  if ('stringValue' in value) return text(value.stringValue);
  if ('bytesValue' in value) return Buffer.from(value.bytesValue, 'base64').length;
  if ('referenceValue' in value) return nameSize(value.referenceValue.split('/documents/')[1]!);
  if ('geoPointValue' in value) return 16;
  if ('arrayValue' in value) {
    return (value.arrayValue.values ?? []).reduce((sum, item) => sum + valueSize(item), 0);
  }
  if ('mapValue' in value) return 32 + fieldsSize(value.mapValue.fields ?? {});
  return 8;
}

const fieldsSize = (fields: ProtoFields): number =>
  Object.entries(fields).reduce((sum, [name, value]) => sum + text(name) + valueSize(value), 0);

/** Size of a document in bytes (https://firebase.google.com/docs/firestore/storage-size). */
export const documentSize = (path: string, fields: ProtoFields): number =>
  nameSize(path) + fieldsSize(fields) + 32;

/** INVALID_ARGUMENT when the document is larger than 1 MiB. */
export function checkDocumentSize(name: string, path: string, fields: ProtoFields): void {
  const size = documentSize(path, fields);
  if (size <= MAX_DOCUMENT_BYTES) return;
  const digits = (bytes: number) => bytes.toLocaleString('en-US');
  throw invalid(
    `Document '${name}' cannot be written because its size (${digits(size)} bytes) exceeds the ` +
      `maximum allowed size of ${digits(MAX_DOCUMENT_BYTES)} bytes.`,
  );
}
