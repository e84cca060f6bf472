/** A stored request as a row of the export. */
import { fieldsOf } from '../../src/backend/rest/http';
import type { StoredDocument } from '../firestore';

export const COLUMNS = [
  'id',
  'created',
  'status',
  'name',
  'email',
  'phone',
  'address',
  'description',
  'services',
  'pictures',
] as const;

/** `names`: the service types' names by id; a type that is gone stays as its id. */
export function toRow(request: StoredDocument, names: ReadonlyMap<string, string>): string[] {
  const { fields } = request;
  const text = (name: string) => (fields[name] == null ? '' : String(fields[name]));
  const services = listOf(fields['categories']).map((id) => names.get(String(id)) ?? String(id));
  const pictures = picturesOf(request).map(({ place }) => place);
  return [
    request.id,
    ...['created', 'status', 'name', 'email', 'phone', 'address', 'description'].map(text),
    services.join('; '),
    pictures.join('; '),
  ];
}

export interface RequestPicture {
  /** The object's name in the bucket. */
  ref: string;
  /** Where the export puts it, with slashes, below its folder. */
  place: string;
}

/** The request's pictures; a name that is not of this request's folder is left out. */
export function picturesOf({ id, fields }: StoredDocument): RequestPicture[] {
  return listOf(fields['files']).flatMap((file) => {
    const { ref } = fieldsOf(file);
    const match = /^requests\/(\d{10})\/([A-Za-z0-9]{10}\.[a-z]{3,4})$/.exec(String(ref));
    if (match?.[1] !== id) return [];
    return [{ ref: match[0], place: `pictures/${id}/${match[2]}` }];
  });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
