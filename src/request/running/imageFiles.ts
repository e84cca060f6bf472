import type { ChosenFile } from '../../ports/outbox';
import type { ChosenImage } from '../../domain/types';

interface Entry {
  file: Blob;
  /** Whether the file is in the database, with the draft. */
  stored: 'no' | 'storing' | 'yes';
  preview?: string;
}

export type ImageFiles = ReturnType<typeof createImageFiles>;

/** The files of the form's images, by id. The machine knows only the ids. */
export function createImageFiles() {
  const entries = new Map<string, Entry>();
  const release = (id: string, { preview }: Entry) => {
    if (preview !== undefined) URL.revokeObjectURL(preview);
    entries.delete(id);
  };
  const settle = (added: readonly ChosenImage[], stored: 'yes' | 'no') => {
    for (const { id } of added) {
      const entry = entries.get(id);
      if (entry?.stored === 'storing') entry.stored = stored;
    }
  };
  return {
    /** A file that the visitor has just chosen. */
    add(id: string, file: Blob) {
      entries.set(id, { file, stored: 'no' });
    },
    /** A file that is in the database with the draft. */
    addStored(id: string, file: Blob) {
      entries.set(id, { file, stored: 'yes' });
    },
    get: (id: string) => entries.get(id)?.file,
    /** What to write to the database for a draft with these images. Frees all other files. */
    changesFor(images: readonly ChosenImage[]) {
      const added: ChosenFile[] = [];
      for (const image of images) {
        const entry = entries.get(image.id);
        if (entry?.stored !== 'no') continue;
        entry.stored = 'storing';
        added.push({ ...image, file: entry.file });
      }
      const current = new Set(images.map(({ id }) => id));
      const removed: string[] = [];
      for (const [id, entry] of entries) {
        if (current.has(id)) continue;
        if (entry.stored !== 'no') removed.push(id);
        release(id, entry);
      }
      return { added, removed };
    },
    /** These added images were written. */
    markStored: (added: readonly ChosenImage[]) => settle(added, 'yes'),
    /** Writing these added images has failed. */
    markUnstored: (added: readonly ChosenImage[]) => settle(added, 'no'),
    /** These images with their files, for a request that is to be saved. */
    withFiles: (images: readonly ChosenImage[]) =>
      images.flatMap((image) => {
        const entry = entries.get(image.id);
        return entry ? [{ ...image, file: entry.file, isStored: entry.stored === 'yes' }] : [];
      }),
    /** The stored files now belong to a saved request, so the form no longer deletes them. */
    forgetStored() {
      for (const entry of entries.values()) entry.stored = 'no';
    },
    /** An object URL that shows the image. */
    preview(id: string) {
      const entry = entries.get(id);
      if (entry) entry.preview ??= URL.createObjectURL(entry.file);
      return entry?.preview;
    },
    clear() {
      for (const [id, entry] of entries) release(id, entry);
    },
  };
}
