/** The work that was begun on this phone and is not stored: what the lists say of it, and the button that leads to it. */
import { useCallback } from 'react';
import { isBlankWork, isForeign, type KeptWork } from '../../../machines/workEditorContext';
import { Button } from '../../ui/Button';
import styles from '../OwnerPage.module.css';
import type { KeptWorkStore } from './kept/keptWork';
import { ADD, hashOf } from '../navigation';
import { usePorts } from '../ports';
import { useOwnerRead } from '../readAndWrite';

/** The work, or the correction of one, that was begun in the editor and is not stored; undefined without one. */
export async function begunWork(kept: KeptWorkStore): Promise<KeptWork | undefined> {
  const work = await kept.load();
  return work && !isBlankWork(work) ? work : undefined;
}

/**
 * The begun work, for a component: null where there is none, undefined until that is known. It is read again whenever the
 * component is shown, and when `stores` changes: by then the work may have been published.
 */
export function useBegunWork(
  kept: KeptWorkStore,
  isShown = true,
  stores = 0,
): KeptWork | null | undefined {
  const read = useCallback(async () => (await begunWork(kept)) ?? null, [kept]);
  const failure = 'The kept work could not be read.';
  const { value, isFailed } = useOwnerRead(isShown ? read : undefined, failure, stores);
  return isFailed ? null : value;
}

/** What is said of it. */
export const begunText = ({ stored }: KeptWork): string =>
  stored ? 'has a change that is not saved.' : 'is not published yet.';

/** What the page calls it. */
export const begunName = ({ title }: KeptWork): string => title.trim() || 'A work without a title';

export interface BegunProps {
  /** Undefined until it is known. */
  begun: KeptWork | null | undefined;
  open(address: string): (pressed: Element) => void;
}

/** Goes on with the begun work, or begins one. */
export function BegunWork({ begun, open }: BegunProps) {
  const { account } = usePorts();
  const isOther = isForeign(begun ?? null, account);
  const goOn = begun?.stored && !isOther ? hashOf(begun.stored.id) : ADD;
  return (
    <div data-coming={begun === undefined || undefined} className={styles.section}>
      {begun && (
        <p className={styles.begun}>
          {isOther ? (
            <span>{`This phone keeps a work that ${begun.account} has begun.`}</span>
          ) : (
            <>
              <strong dir="auto">{begunName(begun)}</strong> <span>{begunText(begun)}</span>
            </>
          )}
        </p>
      )}
      <Button
        variant="primary"
        icon="camera"
        wide
        // It keeps its place until it is known what it does.
        style={begun === undefined ? { visibility: 'hidden' } : undefined}
        onClick={({ currentTarget }) => open(goOn)(currentTarget)}
      >
        {begun && !isOther ? 'Go on with it' : 'Add a work'}
      </Button>
    </div>
  );
}
