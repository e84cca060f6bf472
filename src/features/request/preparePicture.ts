import { MAX_IMAGE_BYTES } from '../../domain/limits';
import type { PreparedImage } from '../../domain/outbox';
import { sniff } from './pictureFiles';
import {
  renderPicture,
  renderPlaceholder,
  renderThumbnail,
  type Decoded,
  type MakeSurface,
} from './renderPicture';
import type { Unusable } from './unusablePicture';

/** What the worker and the page do differently. `decode` rejects for what it cannot decode. */
export interface Studio {
  decode(file: Blob): Promise<Decoded & { close(): void }>;
  make: MakeSurface;
}

export type PreparationResult =
  { ok: true; image: PreparedImage } | { ok: false; reason: Unusable };

/** Kinds that are sent as they are where the browser cannot decode them. */
const SENT_UNDECODED = ['image/heic', 'image/heif', 'image/avif'];

/** Re-encodes a picture and makes its thumbnail; see `ImagePort`. */
export async function preparePicture(file: File, studio: Studio): Promise<PreparationResult> {
  const type = await sniff(file);
  const decoded = type === undefined ? undefined : await studio.decode(file).catch(() => undefined);
  if (type === undefined || (!decoded && !SENT_UNDECODED.includes(type))) {
    return { ok: false, reason: 'undecodable' };
  }
  if (!decoded) {
    if (file.size > MAX_IMAGE_BYTES) return { ok: false, reason: 'tooLarge' };
    const label = type.slice('image/'.length).toUpperCase();
    return result(file.name, type, file, await renderPlaceholder(label, studio.make));
  }
  try {
    const image = await renderPicture(decoded, type, studio.make);
    return await result(file.name, image.type, image, await renderThumbnail(decoded, studio.make));
  } finally {
    decoded.close();
  }
}

async function result(
  name: string,
  type: string,
  image: Blob,
  thumb: Blob,
): Promise<PreparationResult> {
  const [bytes, thumbBytes] = await Promise.all([image.arrayBuffer(), thumb.arrayBuffer()]);
  return { ok: true, image: { name, type, bytes, thumb: { type: thumb.type, bytes: thumbBytes } } };
}
