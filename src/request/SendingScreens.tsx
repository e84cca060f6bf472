/** The screens that the dialog shows instead of the form. */
import { controller } from '../lib/browser';
import { REQUEST_TEXTS } from '../domain/specTexts';
import type { SentRequest } from '../ports/outbox';
import type { UploadProgress, ServiceType } from '../domain/types';
import { useWhatsappLink, WHATSAPP_TEXT } from '../shared/contactLinks';
import { missingPicturesText, NO_ANSWER_YET, slowServerText } from '../shared/sendingTexts';
import { Button, ButtonLink, Spinner } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { classNames } from '../ui/stringHelpers';
import { useNetwork } from '../ui/hooks';
import { OtherWays } from './OtherWays';
import { RequestNumber, WhatHappensNext, WhatWasSent, type Submitted } from './SentDetails';
import styles from './SendingScreens.module.css';

/** Asks whether the record to edit may replace the form's content. */
export function ConfirmScreen({ onAnswer }: { onAnswer(replace: boolean): void }) {
  return (
    <div className={styles.screen}>
      <span className={styles.badge}>
        <Icon name="alert" size="2rem" />
      </span>
      <p className={styles.label}>There is another request in the form</p>
      <p className={styles.text}>
        Replace what you have written with the request that was not accepted?
      </p>
      <div className={styles.answers}>
        <Button variant="primary" onClick={() => onAnswer(true)}>
          Replace it
        </Button>
        <Button onClick={() => onAnswer(false)}>Keep what I have written</Button>
      </div>
    </div>
  );
}

/** How many of the bytes are on the server, in whole percent. */
export function percentOf({ sentBytes, totalBytes }: UploadProgress): number {
  return totalBytes === 0 ? 0 : Math.floor((100 * Math.min(sentBytes, totalBytes)) / totalBytes);
}

interface ProgressScreenProps {
  step: 'creating' | 'uploading';
  progress: UploadProgress;
  /** Whether the step takes longer than usual. */
  isSlow: boolean;
  /** Whether the request is only in memory, not saved on this device. */
  inMemory: boolean;
}

/** The request while it is sent: creating, then uploading with the real numbers. */
export function ProgressScreen({ step, progress, isSlow, inMemory }: ProgressScreenProps) {
  const isUploading = step === 'uploading';
  const percent = percentOf(progress);
  return (
    <div className={styles.screen}>
      {/* Between two steps of the bar, the spinner shows that bytes are being sent. */}
      <span className={styles.badge}>
        <Spinner />
      </span>
      <output className={styles.label}>{REQUEST_TEXTS[step]}</output>
      {isUploading && (
        <div className={styles.upload}>
          <p className={styles.numbers}>
            <span id="upload-title" lang="es">
              {REQUEST_TEXTS.uploadingTitle}
            </span>
            <span className={styles.percent}>{`${percent}%`}</span>
          </p>
          <progress
            max={100}
            value={percent}
            aria-valuetext={`${percent}%, ${progress.count} of ${progress.total}`}
            aria-labelledby="upload-title"
            className={styles.progress}
          />
          <output className={styles.count}>{`${progress.count} of ${progress.total}`}</output>
        </div>
      )}
      <output className={styles.text}>
        {isSlow ? `${slowServerText(inMemory)} ${closingText(inMemory)}` : closingText(inMemory)}
      </output>
      {isSlow && <OtherWays />}
    </div>
  );
}

/** What happens to the request if the page is closed while it is sent. */
function closingText(inMemory: boolean): string {
  if (inMemory)
    return 'This browser cannot save your request. Keep this page open until it is sent.';
  // A worker goes on for a while without a page. Only Background Sync wakes it again later.
  const goesOn = 'SyncManager' in globalThis && controller();
  return goesOn
    ? 'You may close this page: your request goes on by itself.'
    : 'You may close this page: if it is not sent by then, it is sent when you come back.';
}

interface OutcomeScreenProps {
  outcome: 'success' | 'queued';
  /** The sent request; null if it is not sent. */
  sent: Pick<SentRequest, 'id' | 'missing'> | null;
  /** The submitted content; undefined if the page was loaded again since then. */
  submitted: Submitted | undefined;
  types: ServiceType[];
  /** Whether the server has the text. */
  hasTextArrived: boolean;
  /** Whether the server has the text and has refused the pictures. */
  hasRefusedImages: boolean;
  inMemory: boolean;
  onContinue(): void;
}

/** The pressed button is gone. From the heading, the keyboard's next stop is the button that closes the screen. */
const focus = (heading: HTMLHeadingElement | null) => heading?.focus();

/** The last screen: the request was sent, or it waits on this device. */
export function OutcomeScreen(props: OutcomeScreenProps) {
  const { outcome, submitted, types, hasTextArrived, hasRefusedImages, onContinue } = props;
  const isSuccess = outcome === 'success';
  const sent = isSuccess ? props.sent : null;
  const isOnline = useNetwork() !== 'offline';
  const hasNoAnswer = !isSuccess && isOnline && !hasTextArrived && !hasRefusedImages;
  const [title, text] = isSuccess
    ? [REQUEST_TEXTS.created, REQUEST_TEXTS.thanks]
    : queuedTexts(props, isOnline);
  return (
    <div className={styles.screen} aria-live="polite">
      <span className={classNames(styles.badge, isSuccess ? styles.sent : styles.queued)}>
        <Icon name={isSuccess ? 'check' : 'cloud-wait'} size="2.25rem" />
      </span>
      <h3 ref={focus} tabIndex={-1} className={styles.label}>
        {title}
      </h3>
      <p className={styles.text}>{hasNoAnswer ? `${NO_ANSWER_YET} ${text}` : text}</p>
      {sent && <RequestNumber id={sent.id} />}
      {sent?.missing && <p className={styles.text}>{missingPicturesText(sent.missing)}</p>}
      <div className={styles.answers}>
        <Button variant="primary" onClick={onContinue}>
          {REQUEST_TEXTS.continue}
        </Button>
        {sent && <AddByWhatsapp id={sent.id} />}
      </div>
      {!isSuccess && <OtherWays />}
      {sent && <WhatHappensNext />}
      {sent && submitted && <WhatWasSent submitted={submitted} types={types} />}
    </div>
  );
}

/** Title and text for a request that is queued. */
function queuedTexts(
  { hasTextArrived, hasRefusedImages, inMemory }: OutcomeScreenProps,
  isOnline: boolean,
): [title: string, text: string] {
  const when = isOnline ? 'as soon as we can be reached' : 'when you are back online';
  if (hasRefusedImages) {
    return [
      'Your text has reached us',
      'The pictures were not accepted. From the notice in the corner you can try again, or send them by WhatsApp.',
    ];
  }
  if (inMemory) {
    return [
      'Not sent yet',
      `This browser cannot save your request. Keep this page open: it will be sent ${when}.`,
    ];
  }
  if (hasTextArrived) {
    return [
      'Your text has reached us',
      `The pictures are saved on this device and will be sent ${when}.`,
    ];
  }
  return [
    'Not sent yet, but safe',
    `Your request is saved on this device and will be sent ${when}.`,
  ];
}

/** Opens WhatsApp with the number of a request that has arrived. */
function AddByWhatsapp({ id }: { id: string }) {
  const href = useWhatsappLink(`${WHATSAPP_TEXT}\n\nMy request has the number ${id}.`);
  return (
    <ButtonLink icon="whatsapp" href={href} external>
      Write on WhatsApp
    </ButtonLink>
  );
}
