import { useEffect, useState } from 'react';
import {
  isEmpty,
  type FormNotice,
  type FormStep,
  type RequestFormSnapshot,
} from '../../../machines/requestFormView';
import { Proof } from '../../shared/business/Proof';
import { Alert } from '../../ui/Notice';
import { Button } from '../../ui/Button';
import { useNetwork } from '../../ui/hooks';
import { OtherWaysInLine } from './OtherWays';
import styles from './FormFoot.module.css';
import { useForm, useFormSelector } from '../useForm';

interface FormFootProps {
  step: FormStep;
  notice: FormNotice;
  onSendInMemory(): void;
}

export function FormFoot({ step, notice, onSendInMemory }: FormFootProps) {
  return (
    <div className={styles.foot}>
      <SlowStorage step={step} />
      <Obstacle isStorageFull={notice === 'storageFull'} onSendInMemory={onSendInMemory} />
      <ProblemsOrProof />
      <Actions step={step} />
    </div>
  );
}

const problemsIn = ({ context }: RequestFormSnapshot) =>
  Object.values(context.notes).filter((note) => note?.isProblem).length;

/** How many fields keep the request from being sent: on a phone, not all of their notes are on the screen. */
function ProblemsOrProof() {
  const problems = useFormSelector(problemsIn);
  const text = problems > 1 ? `${problems} fields need your attention.` : '';
  return (
    <>
      <output className={styles.problems}>{text}</output>
      <div className={styles.proof}>{text === '' && <Proof />}</div>
    </>
  );
}

/** Milliseconds after which a storage that does not answer is called slow. */
const SLOW_STORAGE = 3000;

/**
 * Says why the button does nothing yet: the browser's database answers late or never. After twenty seconds the form
 * does without it (`restoreTimeout`), and a request that it does not take goes from memory.
 */
function SlowStorage({ step }: { step: FormStep }) {
  const isWaiting = step === 'loading' || step === 'saving';
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_STORAGE);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isWaiting]);
  const words =
    step === 'saving'
      ? 'Saving takes longer than usual in this browser. Please keep this page open.'
      : 'This browser’s storage is slow to answer. You can write; “Send request” works in a moment.';
  const isShown = isSlow && isWaiting;
  return (
    <output className={isShown ? styles.hint : 'visually-hidden'}>{isShown ? words : ''}</output>
  );
}

interface ObstacleProps {
  isStorageFull: boolean;
  onSendInMemory(): void;
}

function Obstacle({ isStorageFull, onSendInMemory }: ObstacleProps) {
  const network = useNetwork();
  if (isStorageFull) {
    return (
      <div className={styles.obstacle}>
        <Alert>This device has no room left to save your request, so nothing was sent yet.</Alert>
        {network !== 'offline' ? (
          <Button onClick={onSendInMemory}>Send now without saving</Button>
        ) : (
          <p className={styles.hint}>
            You are offline. When you are back online, you can send it without saving.
          </p>
        )}
        <OtherWaysInLine />
      </div>
    );
  }
  if (network === 'online') return null;
  const [what, when] =
    network === 'offline'
      ? ['You are offline', 'you are back online']
      : ['We cannot be reached right now', 'we can be'];
  return (
    <output className={styles.hint}>
      {`${what}. Press “Send request” anyway: with this page open, it goes out as soon as ${when}.`}
    </output>
  );
}

/** Scrolls the question into view. With large text its second button would be below the edge. */
const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

const focus = (button: HTMLButtonElement | null) => button?.focus();

const isAskingIn = (snapshot: RequestFormSnapshot) => snapshot.matches({ clearing: 'asking' });
const isEmptyIn = ({ context }: RequestFormSnapshot) => isEmpty(context.content);

function Actions({ step }: { step: FormStep }) {
  const form = useForm();
  const isAsking = useFormSelector(isAskingIn);
  const hasNothing = useFormSelector(isEmptyIn);
  // While the draft is loading, it would come into a form that was cleared.
  const canClear = !hasNothing && step !== 'loading';
  /** Whether the question was answered here. Then the button that comes back gets the focus. */
  const [wasAnswered, setWasAnswered] = useState(false);
  const answer = (type: 'clear.declined' | 'form.cleared') => {
    setWasAnswered(true);
    form.send({ type });
  };

  if (isAsking) {
    return (
      <fieldset ref={showWhole} className={styles.actions}>
        <legend className={styles.question}>Clear everything you entered?</legend>
        {/* "Keep it" comes first, in the place of "Clear form", so that a double press clears nothing. */}
        <Button ref={focus} variant="quiet" onClick={() => answer('clear.declined')}>
          Keep it
        </Button>
        <Button icon="trash" onClick={() => answer('form.cleared')}>
          Clear
        </Button>
      </fieldset>
    );
  }
  return (
    <div className={styles.actions}>
      <Button
        type="submit"
        variant="primary"
        icon="arrow"
        className={styles.send}
        busy={step === 'saving'}
        aria-disabled={step === 'loading' || undefined}
      >
        Send request
      </Button>
      <Button
        ref={wasAnswered ? focus : undefined}
        variant="quiet"
        aria-disabled={!canClear || undefined}
        onClick={() => canClear && form.send({ type: 'clear.clicked' })}
      >
        Clear form
      </Button>
    </div>
  );
}
