import type { PreparedDraftImage } from '../domain/ports';
import type { RequestFields } from '../domain/types';
import type { SaveDeps } from './requests';

/** What pictures are saved as, for one whose type was lost. */
const USUAL_TYPE = 'image/jpeg';

/**
 * Takes a record that needs attention back into the form: its fields and pictures become the draft,
 * and saving that with `replaces: key` replaces the record. Undefined when there is no such record.
 */
export async function reopenForEdit(
  { store, newKey }: Pick<SaveDeps, 'store' | 'newKey'>,
  key: string,
): Promise<{ fields: RequestFields; images: PreparedDraftImage[] } | undefined> {
  const record = await store.read(key);
  if (!record?.needsAttention) return undefined;
  const images: PreparedDraftImage[] = [];
  for (const [index, { name, image, thumb }] of record.images.entries()) {
    const bytes = await store.bytes(key, { index, part: 'image' });
    const thumbBytes = await store.bytes(key, { index, part: 'thumb' });
    // A picture that this device has lost is not offered again.
    if (!(bytes instanceof ArrayBuffer) || !(thumbBytes instanceof ArrayBuffer)) continue;
    const small = { type: thumb.type || USUAL_TYPE, bytes: thumbBytes };
    images.push({ id: newKey(), name, type: image.type || USUAL_TYPE, bytes, thumb: small });
  }
  const { fields } = record;
  await store.saveDraft({ fields, images, replaces: key });
  return { fields, images };
}
