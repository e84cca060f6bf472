import {
  MAX_SHARED_BYTES,
  MAX_SHARED_FILES,
  MAX_SHARED_WAITING,
  SHARE_CACHE,
  SHARE_FAILED,
  sharedEntry,
} from '../src/contract/sharedImages';

/**
 * Stores what is shared in a cache of its own. Then the request form opens and takes it. Where nothing can be stored,
 * the form says that the picture has to be added there.
 */
export async function answerShare(request: Pick<Request, 'formData'>): Promise<Response> {
  const isStored = await storeShared(request).catch(() => false);
  return Response.redirect(isStored ? '/#request-service' : SHARE_FAILED, 303);
}

/**
 * Stores the images of a share behind those that the form has not taken yet. The form chooses, and says what it has no
 * room for. Of an image with which there would be more than `MAX_SHARED_BYTES`, only the name is stored. False if the
 * share brings none, or too many wait. Rejects if the body is no form, or the device has no room.
 */
export async function storeShared(request: Pick<Request, 'formData'>): Promise<boolean> {
  const cache = await caches.open(SHARE_CACHE);
  const waiting = await cache.keys();
  const files = (await request.formData())
    .getAll('images')
    .filter((entry): entry is File => entry instanceof File)
    // One more, of which only the name is stored: the form says that there were too many.
    .slice(0, Math.min(MAX_SHARED_FILES + 1, Math.max(0, MAX_SHARED_WAITING - waiting.length)));
  if (files.length === 0) return false;
  let room = MAX_SHARED_BYTES;
  for (const entry of waiting) {
    room -= (await (await cache.match(entry))?.blob())?.size ?? 0;
  }
  const sharedAt = Date.now();
  await Promise.all(
    files.map((file, index) => {
      const { url, headers } = sharedEntry(sharedAt + index, file);
      const fits = index < MAX_SHARED_FILES && file.size <= room;
      if (fits) room -= file.size;
      return cache.put(url, new Response(fits ? file : null, { headers }));
    }),
  );
  return true;
}
