import { useEffect, useState } from 'react';
import type { KeptWork } from '../../../machines/workEditorTypes';
import { log } from '../../lib/log';
import type { KeptWorkPort } from '../ports';

/** The work that was begun in the editor and is not published; undefined without one. */
export async function begunWork(kept: KeptWorkPort): Promise<KeptWork | undefined> {
  const work = await kept.load();
  return work && !isBlank(work) ? work : undefined;
}

/** The same for a component, read whenever that is shown, and when `stores` changes: the work may have arrived. */
export function useBegunWork(kept: KeptWorkPort, isShown = true, stores = 0): KeptWork | undefined {
  const [begun, setBegun] = useState<KeptWork>();
  useEffect(() => {
    if (!isShown) return;
    begunWork(kept).then(setBegun, (error: unknown) =>
      log('The kept work could not be read.', error),
    );
  }, [kept, isShown, stores]);
  return begun;
}

/** Whether nothing of a work was entered yet. */
export const isBlank = ({ title, pictures }: Pick<KeptWork, 'title' | 'pictures'>): boolean =>
  title.trim() === '' && pictures.length === 0;

/** What the page calls it. */
export const begunName = ({ title }: KeptWork): string => title.trim() || 'A work without a title';
