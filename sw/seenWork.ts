import { DOCUMENTS_CACHE, GALLERY_CACHE } from '../src/domain/caches';
import { config } from './config';

const DOCUMENTS = '/documents/';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The path of a Firestore document or collection (`gallery/x`) in a REST v1 address. */
export function documentPath(url: URL): string | undefined {
  if (url.origin !== config.firestoreOrigin) return undefined;
  const at = url.pathname.indexOf(DOCUMENTS);
  return at < 0 ? undefined : url.pathname.slice(at + DOCUMENTS.length);
}

/**
 * A work that was opened from the gallery was shown from its list and never read by itself: the list
 * answers for it. That it was seen is known from its reviews, which every work page reads; an unseen
 * one has no pictures here, and the page had better say that it is offline.
 */
export async function seenWork(url: URL): Promise<Response | undefined> {
  const path = documentPath(url);
  if (path === undefined || !/^gallery\/[^/]+$/.test(path)) return undefined;
  const documents = await caches.open(DOCUMENTS_CACHE);
  const reads = await documents.keys();
  if (!reads.some((read) => documentPath(new URL(read.url)) === `${path}/reviews`))
    return undefined;
  const lists = await caches.open(GALLERY_CACHE);
  for (const request of await lists.keys()) {
    const list = (await (await lists.match(request))?.json()) as
      { documents?: { name?: string }[] } | undefined;
    const work = list?.documents?.find(({ name }) => name?.endsWith(`${DOCUMENTS}${path}`));
    if (work) return new Response(JSON.stringify(work), { headers: JSON_TYPE });
  }
  return undefined;
}
