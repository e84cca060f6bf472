import { memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useWhatsappLink } from '../shared/business/contactLinks';
import { useServices } from '../shared/services';
import { isUploading, type OutboxSummary } from '../ports/outbox';
import type { ServiceType } from '../domain/types';
import { log } from '../lib/log';
import { Button, ButtonLink, Spinner } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { classNames } from '../ui/stringHelpers';
import { useNetwork } from '../ui/hooks';
import { useTry } from './useTry';
import styles from './WaitingRecord.module.css';
import {
  cutToLimits,
  factsText,
  leftOutText,
  shortened,
  stateText,
  titleText,
  whatsappText,
} from './listWording';

interface WaitingRecordProps {
  record: OutboxSummary;
  types: ServiceType[];
  /** Called with the record's key. */
  onEdit(key: string): void;
  /** Called with the text that says how deleting has ended. */
  onDeleted(message: string): void;
}

const OUTCOMES = {
  removed: 'The request was deleted. It was not sent.',
  arrived: 'It was already sent: we have received this request.',
};

/** One waiting request: its title, its state, and the actions on it. It is drawn anew only when its record changes. */
export const WaitingRecord = memo(function WaitingRecord(props: WaitingRecordProps) {
  const { types, onEdit, onDeleted } = props;
  const record = useMemo(() => cutToLimits(props.record), [props.record]);
  const { outbox } = useServices();
  const isOnline = useNetwork() !== 'offline';
  const whatsapp = useWhatsappLink(whatsappText(record, types));
  const [isAsking, setIsAsking] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const titleId = useId();
  const factsId = useId();
  /** Names the request for a button: two requests may have the same title. */
  const namedBy = `${titleId} ${factsId}`;
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) keepButton.current?.focus();
  }, [isAsking]);
  const onConfirm = () => {
    if (isDeleting) return;
    setIsDeleting(true);
    outbox
      .remove(record.key)
      .then((outcome) => OUTCOMES[outcome])
      .catch(() => 'The request could not be deleted. Please try again.')
      .then(onDeleted)
      .finally(() => setIsDeleting(false));
  };
  const onRetry = () => {
    outbox
      .retry(record.key)
      .catch((error: unknown) => log('The request was not tried again.', error));
  };
  const isSending = isOnline && isUploading(record);
  const { markAsked, ...attempt } = useTry(record, isOnline);
  const { isTrying } = attempt;
  const onTry = () => {
    markAsked();
    outbox.tryNow();
  };
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
        {isSending || isTrying ? (
          <Spinner />
        ) : (
          <Icon name={isRefused ? 'alert' : 'cloud-wait'} size="1.25rem" />
        )}
        <output>{stateText(record, isOnline, attempt)}</output>
      </p>
      {leftOut !== '' && <p className={styles.facts}>{leftOut}</p>}
      {isAsking ? (
        <div className={styles.actions}>
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
            <Button
              ref={keepButton}
              variant="quiet"
              aria-describedby={namedBy}
              onClick={() => setIsAsking(false)}
            >
              Keep it
            </Button>
          )}
        </div>
      ) : (
        <div className={styles.actions}>
          {isRefused && (
            <>
              {record.step === 'create' ? (
                <Button
                  variant="primary"
                  aria-describedby={namedBy}
                  onClick={() => onEdit(record.key)}
                >
                  Edit and send again
                </Button>
              ) : (
                <Button variant="primary" icon="retry" aria-describedby={namedBy} onClick={onRetry}>
                  Try again
                </Button>
              )}
            </>
          )}
          {!isRefused && !isSending && (
            <Button
              icon="retry"
              busy={isTrying}
              aria-disabled={isTrying || undefined}
              aria-describedby={namedBy}
              onClick={() => !isTrying && onTry()}
            >
              {isTrying ? 'Trying…' : 'Try now'}
            </Button>
          )}
          <ButtonLink icon="whatsapp" href={whatsapp} external aria-describedby={namedBy}>
            Send by WhatsApp
          </ButtonLink>
        </div>
      )}
    </li>
  );
});
