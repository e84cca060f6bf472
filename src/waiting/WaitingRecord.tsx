import { memo, useId, useMemo, useState, useEffect, useRef } from 'react';
import { useWhatsappLink } from '../shared/business/contactLinks';
import { useServices } from '../shared/services';
import { isUploading, type OutboxSummary } from '../outbox/port';
import type { ServiceType } from '../domain/types';
import { Button, ButtonLink, Spinner } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useNetwork } from '../ui/hooks';
import styles from './WaitingRecord.module.css';
import {
  whatsappText,
  cutToLimits,
  factsText,
  leftOutText,
  stateText,
  titleText,
} from './listWording';
import { SLOW_AFTER } from '../domain/constants';
import { classNames, shortened } from '../ui/stringHelpers';

interface WaitingRecordProps {
  record: OutboxSummary;
  types: ServiceType[];
  /** Called with the text that says how what was pressed has ended. */
  onEnded(message: string): void;
}

/** One waiting request. It is drawn anew only when its record changes. */
export const WaitingRecord = memo(function WaitingRecord(props: WaitingRecordProps) {
  const { types, onEnded } = props;
  const record = useMemo(() => cutToLimits(props.record), [props.record]);
  const isOnline = useNetwork() !== 'offline';
  const whatsapp = useWhatsappLink(whatsappText(record, types));
  const [isAsking, setIsAsking] = useState(false);
  const titleId = useId();
  const factsId = useId();
  /** The ids of what names the request for a button: two requests may have the same title. */
  const namedBy = `${titleId} ${factsId}`;
  const isSending = isOnline && isUploading(record);
  const { markAsked, ...attempt } = useTry(record, isOnline);
  const isRefused = record.needsAttention !== undefined;
  const title = titleText(record);
  const leftOut = leftOutText(record);

  return (
    <li className={classNames(styles.record, isRefused && styles.refused)}>
      <div className={styles.head}>
        <p id={titleId} className={styles.what}>
          {title}
        </p>
        {!isAsking && (
          <button
            type="button"
            className={styles.delete}
            aria-label={`Delete “${shortened(title)}”`}
            aria-describedby={factsId}
            onClick={() => setIsAsking(true)}
          >
            <Icon name="trash" size="1.25rem" />
          </button>
        )}
      </div>
      <p id={factsId} className={styles.facts}>
        {factsText(record)}
      </p>
      <p className={styles.state}>
        {isSending || attempt.isTrying ? (
          <Spinner />
        ) : (
          <Icon name={isRefused ? 'alert' : 'cloud-wait'} size="1.25rem" />
        )}
        <output>{stateText(record, isOnline, attempt)}</output>
      </p>
      {leftOut !== '' && <p className={styles.facts}>{leftOut}</p>}
      <div className={styles.actions}>
        {isAsking ? (
          <DeleteQuestion
            recordKey={record.key}
            namedBy={namedBy}
            onKeep={() => setIsAsking(false)}
            onEnded={onEnded}
          />
        ) : (
          <>
            {isRefused && (
              <RetryButton recordKey={record.key} namedBy={namedBy} onEnded={onEnded} />
            )}
            {!isRefused && !isSending && (
              <TryButton isTrying={attempt.isTrying} namedBy={namedBy} onAsk={markAsked} />
            )}
            <ButtonLink icon="whatsapp" href={whatsapp} external aria-describedby={namedBy}>
              Send by WhatsApp
            </ButtonLink>
          </>
        )}
      </div>
    </li>
  );
});

/** Tries what the server has refused: it may have been repaired. */
function RetryButton({ recordKey, namedBy, onEnded }: Omit<DeleteQuestionProps, 'onKeep'>) {
  const { outbox } = useServices();
  const onRetry = () => {
    outbox
      .retry(recordKey)
      .catch(() => onEnded('The request was not tried again. Please try again.'));
  };
  return (
    <Button variant="primary" icon="retry" aria-describedby={namedBy} onClick={onRetry}>
      Try again
    </Button>
  );
}

/** Sends what waits, now. `onAsk` is told before: the record may change at once. */
function TryButton(props: { isTrying: boolean; namedBy: string; onAsk(): void }) {
  const { isTrying, namedBy, onAsk } = props;
  const { outbox } = useServices();
  const onTry = () => {
    if (isTrying) return;
    onAsk();
    outbox.tryAllNow();
  };
  return (
    <Button
      icon="retry"
      busy={isTrying}
      aria-disabled={isTrying || undefined}
      aria-describedby={namedBy}
      onClick={onTry}
    >
      {isTrying ? 'Trying…' : 'Try now'}
    </Button>
  );
}

const OUTCOMES = {
  removed: 'The request was deleted. It was not sent.',
  arrived: 'It was already sent: we have received this request.',
};

interface DeleteQuestionProps {
  recordKey: string;
  /** The ids of the elements that name the request for a button. */
  namedBy: string;
  onKeep(): void;
  /** Called with the text that says how what was pressed has ended. */
  onEnded(message: string): void;
}

/** Asks before a request is deleted, and deletes it. The focus goes to the harmless answer. */
export function DeleteQuestion({ recordKey, namedBy, onKeep, onEnded }: DeleteQuestionProps) {
  const { outbox } = useServices();
  const [isDeleting, setIsDeleting] = useState(false);
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => keepButton.current?.focus(), []);
  const onConfirm = () => {
    if (isDeleting) return;
    setIsDeleting(true);
    outbox
      .remove(recordKey)
      .then((outcome) => OUTCOMES[outcome])
      .catch(() => 'The request could not be deleted. Please try again.')
      .then(onEnded)
      .finally(() => setIsDeleting(false));
  };
  return (
    <>
      <p className={styles.question}>Delete this request for good?</p>
      <Button
        icon="trash"
        busy={isDeleting}
        aria-disabled={isDeleting || undefined}
        aria-describedby={namedBy}
        onClick={onConfirm}
      >
        {isDeleting ? 'Deleting…' : 'Delete'}
      </Button>
      {!isDeleting && (
        <Button ref={keepButton} variant="quiet" aria-describedby={namedBy} onClick={onKeep}>
          Keep it
        </Button>
      )}
    </>
  );
}

type TryState = Pick<OutboxSummary, 'attempts' | 'notBefore'>;

/**
 * Whether a record is being tried: its first try has not ended yet, or a try that the visitor has asked for has not.
 * `asked`: the record's state when the visitor asked.
 */
export function isBeingTried(record: OutboxSummary, asked: TryState | undefined): boolean {
  if (record.needsAttention) return false;
  const { attempts, notBefore } = record;
  return notBefore === 0 || (asked?.attempts === attempts && asked.notBefore === notBefore);
}

/** The current try of a record, if there is one. `markAsked` says that the visitor has asked for one. */
export function useTry(record: OutboxSummary, isOnline: boolean) {
  const [asked, setAsked] = useState<TryState>();
  const [isSlow, setIsSlow] = useState(false);
  const isTrying = isBeingTried(record, asked) && (isOnline || asked !== undefined);
  useEffect(() => {
    if (!isTrying) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isTrying]);
  const { attempts, notBefore } = record;
  return {
    isTrying,
    isSlow,
    wasAsked: asked !== undefined,
    markAsked: () => setAsked({ attempts, notBefore }),
  };
}
