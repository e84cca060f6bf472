import type { GalleryWork } from '../../src/domain/types';

/** A work without pictures and without a day, titled by its id, but for what is given. */
export const bareWork = (id: string, more: Partial<GalleryWork> = {}): GalleryWork => ({
  id,
  title: id,
  created: '',
  cover: { url: '', thumb: '' },
  before: [],
  after: [],
  ...more,
});
