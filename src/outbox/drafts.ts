import type { DraftPort } from '../domain/ports';
import { EMPTY_FIELDS } from '../domain/validation';
import type { OutboxStore } from './store';

/** Drafts in the outbox's store, so that saving a request drops its draft in the same transaction. */
export function createDrafts(store: OutboxStore): DraftPort {
  return {
    async load() {
      const { fields, images } = await store.loadDraft();
      if (!fields && !images) return undefined;
      return { fields: fields ?? EMPTY_FIELDS, images: images ?? [] };
    },
    saveFields: (fields) => store.saveDraft({ fields }),
    saveImages: (images) => store.saveDraft({ images }),
    clear: () => store.clearDraft(),
  };
}
