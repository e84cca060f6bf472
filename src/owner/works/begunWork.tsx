/** What the lists know of a work in the editor, whose own code comes later (editorLoading.tsx). */
import { useEffect, useState } from 'react';
import { type KeptWork, isBlankWork } from '../../../machines/workEditorContext';
import { log } from '../../lib/log';
import styles from '../OwnerPage.module.css';
import { hashOf } from '../navigation';
import type { KeptWorkPort } from '../ports';

/** The work that was begun in the editor and is not published; undefined without one. */
export async function begunWork(kept: KeptWorkPort): Promise<KeptWork | undefined> {
  const work = await kept.load();
  return work && !isBlankWork(work) ? work : undefined;
}

/**
 * The begun work, for a component. It is read again whenever the component is shown, and when `stores` changes, because it
 * may have arrived by then. Null without one; undefined until it is known.
 */
export function useBegunWork(
  kept: KeptWorkPort,
  isShown = true,
  stores = 0,
): KeptWork | null | undefined {
  const [begun, setBegun] = useState<KeptWork | null>();
  useEffect(() => {
    if (!isShown) return;
    begunWork(kept).then(
      (work) => setBegun(work ?? null),
      (error: unknown) => {
        log('The kept work could not be read.', error);
        setBegun(null);
      },
    );
  }, [kept, isShown, stores]);
  return begun;
}

/** What the page calls it. */
export const begunName = ({ title }: KeptWork): string => title.trim() || 'A work without a title';

/** Says that a stored work was changed and the change not saved, as after a reload. */
export function UnsavedChange({ kept, stores }: { kept: KeptWorkPort; stores: number }) {
  const unsaved = useBegunWork(kept, true, stores);
  if (!unsaved) return null;
  return (
    <section aria-label="Changed work" className={styles.begun}>
      <p>
        <strong dir="auto">{begunName(unsaved)}</strong>{' '}
        <span>has a change that is not saved.</span>
      </p>
      <a href={hashOf(unsaved.workId ?? '')} className={styles.link}>
        Go on with it
      </a>
    </section>
  );
}
