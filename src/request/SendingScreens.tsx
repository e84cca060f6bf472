/** What stands in the dialog instead of the form. */
import { REQUEST_TEXTS } from '../domain/strings';
import type { SentRequest } from '../ports/outbox';
import type { UploadProgress, ServiceType } from '../domain/types';
import { useWhatsappLink, WHATSAPP_TEXT } from '../shared/businessFacts';
import { missingPicturesText, NO_ANSWER_YET, slowServerText } from '../shared/sendingTexts';
import { Button, ButtonLink, Spinner } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { classNames } from '../ui/stringHelpers';
import { useOnline } from '../ui/hooks';
import { OtherWays } from './OtherWays';
import { RequestNumber, WhatHappensNext, WhatWasSent, type Submitted } from './SentDetails';
import styles from './SendingScreens.module.css';

/** Asks before a record that is to be edited takes the place of what stands in the form. */
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

/** Whole percent of the bytes that are on the server. */
export function percentOf({ sentBytes, totalBytes }: UploadProgress): number {
  return totalBytes === 0 ? 0 : Math.floor((100 * Math.min(sentBytes, totalBytes)) / totalBytes);
}

interface ProgressScreenProps {
  step: 'creating' | 'uploading';
  progress: UploadProgress;
  /** It takes longer than usual. */
  isSlow: boolean;
  /** Not kept on this device. */
  inMemory: boolean;
}

/** The request on its way: creating, then uploading with its real numbers. */
export function ProgressScreen({ step, progress, isSlow, inMemory }: ProgressScreenProps) {
  const isUploading = step === 'uploading';
  const percent = percentOf(progress);
  return (
    <div className={styles.screen}>
      {/* Between two steps of the bar it says that bytes are under way. */}
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
            <span className={styles.percent}>{percent}%</span>
          </p>
          <progress
            max={100}
            value={percent}
            aria-valuetext={`${percent}%, ${progress.count} of ${progress.total}`}
            aria-labelledby="upload-title"
            className={styles.progress}
          />
          <output className={styles.count}>
            {progress.count} of {progress.total}
          </output>
        </div>
      )}
      <output className={styles.text}>
        {isSlow && `${slowServerText(inMemory)} `}
        {closingText(inMemory)}
      </output>
      {isSlow && <OtherWays />}
    </div>
  );
}

/** What becomes of a request on its way when the page is closed. */
function closingText(inMemory: boolean): string {
  if (inMemory)
    return 'This browser cannot save your request. Keep this page open until it is sent.';
  // A worker goes on for a while; that it is woken again takes Background Sync.
  const goesOn = 'SyncManager' in globalThis && navigator.serviceWorker?.controller;
  return goesOn
    ? 'You may close this page: your request goes on by itself.'
    : 'You may close this page: if it is not sent by then, it is sent when you come back.';
}

interface OutcomeScreenProps {
  outcome: 'success' | 'queued';
  /** What was sent, when it was. */
  sent: Pick<SentRequest, 'id' | 'missing'> | null;
  /** As it was in the form; undefined where the page was loaded again since. */
  submitted: Submitted | undefined;
  types: ServiceType[];
  /** Its text is on the server. */
  hasArrived: boolean;
  /** Its text is on the server, which does not take its pictures. */
  hasRefusedImages: boolean;
  inMemory: boolean;
  onContinue(): void;
}

/** The button that had the focus is gone; from here a keyboard goes on to the way out. */
const focus = (heading: HTMLHeadingElement | null) => heading?.focus();

/** The end of a request: acknowledged by the server, or waiting on this device. */
export function OutcomeScreen(props: OutcomeScreenProps) {
  const { outcome, submitted, types, hasArrived, hasRefusedImages, inMemory, onContinue } = props;
  const isSuccess = outcome === 'success';
  const sent = isSuccess ? props.sent : null;
  const isOnline = useOnline();
  const when = isOnline ? 'as soon as we can be reached' : 'when you are back online';
  const hasNoAnswer = !isSuccess && isOnline && !hasArrived && !hasRefusedImages;
  const [title, text] = isSuccess
    ? [REQUEST_TEXTS.created, REQUEST_TEXTS.thanks]
    : hasRefusedImages
      ? [
          'Your text has reached us',
          'The pictures were not accepted. From the notice in the corner you can try again, or send them by WhatsApp.',
        ]
      : inMemory
        ? [
            'Not sent yet',
            `This browser cannot save your request. Keep this page open: it will be sent ${when}.`,
          ]
        : hasArrived
          ? [
              'Your text has reached us',
              `The pictures are saved on this device and will be sent ${when}.`,
            ]
          : [
              'Not sent yet, but safe',
              `Your request is saved on this device and will be sent ${when}.`,
            ];
  return (
    <div className={styles.screen} aria-live="polite">
      <span className={classNames(styles.badge, isSuccess ? styles.sent : styles.queued)}>
        <Icon name={isSuccess ? 'check' : 'cloud-wait'} size="2.25rem" />
      </span>
      <h3 ref={focus} tabIndex={-1} className={styles.label}>
        {title}
      </h3>
      <p className={styles.text}>
        {hasNoAnswer && `${NO_ANSWER_YET} `}
        {text}
      </p>
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

/** Opens WhatsApp with the number of a request that has arrived. */
function AddByWhatsapp({ id }: { id: string }) {
  const href = useWhatsappLink(`${WHATSAPP_TEXT}\n\nMy request has the number ${id}.`);
  return (
    <ButtonLink icon="whatsapp" href={href} external>
      Write on WhatsApp
    </ButtonLink>
  );
}
