import type { StoredObject } from './objects';

export interface Listing {
  prefixes: string[];
  items: { name: string; bucket: string }[];
  nextPageToken?: string;
}

export interface ListingQuery {
  prefix: string;
  delimiter: string;
  pageToken: string | null;
  maxResults: number;
}

/** One page of names below a prefix, folders folded into `prefixes`; `objects` come sorted by name. */
export function listObjects(objects: StoredObject[], query: ListingQuery): Listing {
  const entries = new Map<string, StoredObject | null>();
  for (const object of objects) {
    if (!object.name.startsWith(query.prefix)) continue;
    const cut = query.delimiter ? object.name.indexOf(query.delimiter, query.prefix.length) : -1;
    if (cut < 0) entries.set(object.name, object);
    else entries.set(object.name.slice(0, cut + query.delimiter.length), null);
  }
  const after = query.pageToken === null ? '' : Buffer.from(query.pageToken, 'base64').toString();
  const left = [...entries].filter(([name]) => name > after);
  const page = left.slice(0, query.maxResults);
  return {
    prefixes: page.filter(([, object]) => object === null).map(([name]) => name),
    items: page.flatMap(([name, object]) => (object ? [{ name, bucket: object.bucket }] : [])),
    ...(left.length > page.length && {
      nextPageToken: Buffer.from(page.at(-1)?.[0] ?? '').toString('base64'),
    }),
  };
}
