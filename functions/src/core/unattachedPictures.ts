/** Deletes uploaded pictures that were never attached to their request: nobody has an address of them. */
import { eachPage, type PagesDeps, type SeenRequest } from './requestPages.js';

/** firestore.rules let pictures be attached for 30 days. One more day allows for clocks that differ. */
const KEPT_MS = 31 * 86_400_000;
/** So many requests whose pictures could not be deleted are tried again by the next run. */
const MAX_LEFT = 100;
const AT_ONCE = 10;

export interface UnattachedPicturesDeps extends PagesDeps {
  /** Whether each request's upload ticket names pictures at all. */
  mayHavePictures(ids: readonly string[]): Promise<boolean[]>;
  deleteFolder(folder: string): Promise<void>;
  left(): Promise<string[]>;
  setLeft(ids: string[]): Promise<void>;
  logError(text: string, error: unknown): void;
}

/**
 * Deletes, once, the pictures of every request that has none attached after 31 days. One that fails is left to the
 * next run. Rejects with the first error, at the end, or when too many have failed.
 */
export async function deleteUnattachedPictures(deps: UnattachedPicturesDeps): Promise<void> {
  const errors: unknown[] = [];
  const left = new Set(await deps.left());
  const tryEach = async (ids: readonly string[]) => {
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      await Promise.all(
        ids.slice(start, start + AT_ONCE).map(async (id) => {
          try {
            await deps.deleteFolder(`requests/${id}/`);
            left.delete(id);
          } catch (error) {
            errors.push(error);
            left.add(id);
          }
        }),
      );
    }
    await deps.setLeft([...left].slice(0, MAX_LEFT));
    if (left.size > MAX_LEFT) throw errors[0];
  };
  const look = async (requests: SeenRequest[]) => {
    const ids = requests.filter(({ hasPictures }) => !hasPictures).map(({ id }) => id);
    const may = await deps.mayHavePictures(ids);
    await tryEach(ids.filter((_, index) => may[index]));
  };
  await tryEach([...left]);
  const to = deps.now() - KEPT_MS;
  await eachPage({ place: 'cleaned', from: 0, to, detail: 'pictures' }, deps, look);
  if (errors.length > 0) throw errors[0];
}
