import type { PreparedImage } from '../../domain/outbox';
import type { DraftImage } from '../../domain/ports';

interface Entry {
  file?: File;
  prepared?: PreparedImage;
  preview?: string;
}

/** Holds the bytes of the form's pictures, which the machine knows by id only. */
export interface ImageShelf {
  addFile(id: string, file: File): void;
  addPrepared(id: string, image: PreparedImage): void;
  /** The chosen file; undefined once it was removed. */
  file(id: string): File | undefined;
  /** The prepared ones of these pictures, in this order. */
  prepared(ids: readonly string[]): PreparedImage[];
  /** These pictures as a draft keeps them: prepared, or the file itself. */
  drafts(ids: readonly string[]): DraftImage[];
  /** Address of what the preview shows; undefined while the picture is being prepared. */
  preview(id: string): string | undefined;
  /** Lets go of everything but these. */
  retain(ids: readonly string[]): void;
  clear(): void;
}

/** Types that are on the shelf only where the browser could not decode them. */
const UNDECODED = ['image/heic', 'image/heif', 'image/avif'];

export function createImageShelf(): ImageShelf {
  const entries = new Map<string, Entry>();

  const draft = (id: string): DraftImage[] => {
    const { file, prepared } = entries.get(id) ?? {};
    if (prepared) return [{ id, ...prepared }];
    return file ? [{ id, name: file.name, type: file.type, file, unprepared: true }] : [];
  };
  const retain = (ids: readonly string[]) => {
    for (const [id, { preview }] of entries) {
      if (ids.includes(id)) continue;
      if (preview !== undefined) URL.revokeObjectURL(preview);
      entries.delete(id);
    }
  };

  return {
    addFile: (id, file) => entries.set(id, { file }),
    addPrepared: (id, prepared) => entries.set(id, { prepared }),
    file: (id) => entries.get(id)?.file,
    prepared: (ids) => ids.flatMap((id) => entries.get(id)?.prepared ?? []),
    drafts: (ids) => ids.flatMap(draft),
    preview(id) {
      const entry = entries.get(id);
      if (!entry?.prepared) return undefined;
      const { type, bytes, thumb } = entry.prepared;
      const shown = UNDECODED.includes(type) ? thumb : { type, bytes };
      entry.preview ??= URL.createObjectURL(new Blob([shown.bytes], { type: shown.type }));
      return entry.preview;
    },
    retain,
    clear: () => retain([]),
  };
}
