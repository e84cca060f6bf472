import type { DraftPort } from '../domain/ports';
import { EMPTY_FIELDS } from '../domain/validation';
import type { OutboxStore } from './store';

/** Drafts in the outbox's store, so that saving a request drops its draft in the same transaction. */
export function createDrafts(store: OutboxStore): DraftPort {
  return {
    async load() {
      const { fields, images, replaces, draft } = await store.loadDraft();
      if (!fields && !images) return undefined;
      return {
        fields: fields ?? EMPTY_FIELDS,
        images: images ?? [],
        ...(replaces !== undefined && { replaces }),
        ...(draft !== undefined && { draft }),
      };
    },
    // Together: another tab's fields must never come to replace what this one took back.
    saveFields: (fields, { draft, replaces }) => store.saveDraft({ fields, replaces, draft }),
    async saveImages(images, draft) {
      try {
        await store.saveDraft({ images, draft });
      } catch (error) {
        // Some private windows keep no files: what is prepared need not go with them.
        const prepared = images.filter(({ unprepared }) => !unprepared);
        if (prepared.length === images.length) throw error;
        await store.saveDraft({ images: prepared, draft });
      }
    },
    clear: (drafts) => store.clearDraft(drafts),
  };
}
