import type { ProtoFields } from '../rules/types';
import { project, type FieldPath } from './fieldPaths';
import type { ResourceNames } from './paths';
import type { StoredDocument } from './store';

/** `google.firestore.v1.Document` in proto3 JSON. */
export interface ProtoDocument {
  name: string;
  fields?: ProtoFields;
  createTime: string;
  updateTime: string;
}

/** A stored document as the wire shows it; like all proto3 JSON it leaves empty maps out. */
export function toProtoDocument(
  document: StoredDocument,
  names: ResourceNames,
  mask?: readonly FieldPath[] | null,
): ProtoDocument {
  const fields = project(document.fields, mask ?? undefined);
  return {
    name: names.of(document.path),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    createTime: document.createTime,
    updateTime: document.updateTime,
  };
}
