/** What the lists know of the work in the editor, whose own code comes later (Editor.tsx). */
import { useCallback } from 'react';
import { type KeptWork, isBlankWork, isForeign } from '../../../machines/workEditorContext';
import { Button } from '../../ui/Button';
import styles from '../OwnerPage.module.css';
import { ADD, hashOf } from '../navigation';
import type { Phone } from '../data/keeping';
import { useRead } from '../useRead';

/** The work, or the correction of one, that was begun in the editor and is not stored; undefined without one. */
export async function begunWork(kept: Phone): Promise<KeptWork | undefined> {
  const work = await kept.load();
  return work && !isBlankWork(work) ? work : undefined;
}

/**
 * The begun work, for a component. It is read again whenever the component is shown, and when `stores` changes, because it
 * may have arrived by then. Null without one; undefined until it is known.
 */
export function useBegunWork(kept: Phone, isShown = true, stores = 0): KeptWork | null | undefined {
  const read = useCallback(async () => (await begunWork(kept)) ?? null, [kept]);
  const failure = 'The kept work could not be read.';
  const { value, isFailed } = useRead(isShown ? read : undefined, failure, stores);
  return isFailed ? null : value;
}

/** What is said of it. */
export const whatIsLeft = ({ stored }: KeptWork): string =>
  stored ? 'has a change that is not saved.' : 'is not published yet.';

/** What the page calls it. */
export const begunName = ({ title }: KeptWork): string => title.trim() || 'A work without a title';

export interface BegunProps {
  /** Undefined until it is known. */
  begun: KeptWork | null | undefined;
  /** The address of the account that is signed in. */
  account: string;
  open(address: string): (pressed: Element) => void;
}

/** Goes on with the begun work, or begins one. */
export function BegunWork({ begun, account, open }: BegunProps) {
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
              <strong dir="auto">{begunName(begun)}</strong> <span>{whatIsLeft(begun)}</span>
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
