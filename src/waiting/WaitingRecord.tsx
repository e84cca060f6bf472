import { memo, useId, useMemo, useState } from 'react';
import { useWhatsappLink } from '../shared/business/contactLinks';
import { useServices } from '../shared/services';
import { isUploading, type OutboxSummary } from '../ports/outbox';
import type { ServiceType } from '../domain/types';
import { log } from '../lib/log';
import { Button, ButtonLink, Spinner } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { classNames } from '../ui/stringHelpers';
import { useNetwork } from '../ui/hooks';
import { DeleteQuestion } from './DeleteQuestion';
import { useTry } from './useTry';
import styles from './WaitingRecord.module.css';
import { whatsappText } from './whatsappText';
import { cutToLimits } from './cutToLimits';
import { factsText, leftOutText, shortened, stateText, titleText } from './listWording';

interface WaitingRecordProps {
  record: OutboxSummary;
  types: ServiceType[];
  /** Called with the record's key. */
  onEdit(key: string): void;
  /** Called with the text that says how deleting has ended. */
  onDeleted(message: string): void;
}

/** One waiting request: its title, its state, and the actions on it. It is drawn anew only when its record changes. */
export const WaitingRecord = memo(function WaitingRecord(props: WaitingRecordProps) {
  const { types, onEdit, onDeleted } = props;
  const record = useMemo(() => cutToLimits(props.record), [props.record]);
  const isOnline = useNetwork() !== 'offline';
  const whatsapp = useWhatsappLink(whatsappText(record, types));
  const [isAsking, setIsAsking] = useState(false);
  const titleId = useId();
  const factsId = useId();
  /** Names the request for a button: two requests may have the same title. */
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
            onDeleted={onDeleted}
          />
        ) : (
          <>
            {isRefused && <RefusedAction record={record} namedBy={namedBy} onEdit={onEdit} />}
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

interface RefusedActionProps extends Pick<WaitingRecordProps, 'record' | 'onEdit'> {
  namedBy: string;
}

/** What can be done about a refusal: a text can be changed, pictures can only be sent again. */
function RefusedAction({ record, namedBy, onEdit }: RefusedActionProps) {
  const { outbox } = useServices();
  if (record.step === 'create') {
    return (
      <Button variant="primary" aria-describedby={namedBy} onClick={() => onEdit(record.key)}>
        Edit and send again
      </Button>
    );
  }
  const onRetry = () => {
    outbox
      .retry(record.key)
      .catch((error: unknown) => log('The request was not tried again.', error));
  };
  return (
    <Button variant="primary" icon="retry" aria-describedby={namedBy} onClick={onRetry}>
      Try again
    </Button>
  );
}

/** Sends what waits now. `onAsk` is told before: the record may change at once. */
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
