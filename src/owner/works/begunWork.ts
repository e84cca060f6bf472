import type { KeptWork } from '../../../machines/workEditorTypes';
import type { KeptWorkPort } from '../ports';

/** The work that was begun in the editor and is not published; undefined without one. */
export async function begunWork(kept: KeptWorkPort): Promise<KeptWork | undefined> {
  const work = await kept.load();
  return work && !isBlank(work) ? work : undefined;
}

/** Whether nothing of a work was entered yet. */
export const isBlank = ({ title, pictures }: Pick<KeptWork, 'title' | 'pictures'>): boolean =>
  title.trim() === '' && pictures.length === 0;

/** What the page calls it. */
export const begunName = ({ title }: KeptWork): string => title.trim() || 'A work without a title';
