/** The screens that the dialog shows instead of the form. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { REQUEST_TEXTS } from '../../domain/specTexts';
import type { Sent, Submitted } from '../../../machines/requestFormContext';
import type { View } from '../../../machines/requestFormView';
import type { UploadProgress, ServiceType } from '../../domain/types';
import { useWhatsappLink, WHATSAPP_TEXT } from '../../shared/business/contactLinks';
import { leftOutLine, missingPicturesText, numberLine } from '../../shared/sendingTexts';
import { CLOSING_TEXTS, NO_ANSWER_YET, slowServerText } from '../../shared/waitingTexts';
import { Button, ButtonLink, Spinner } from '../../ui/Button';
import { FocusGroup } from '../../ui/FocusGroup';
import { Icon } from '../../ui/Icon';
import { classNames } from '../../ui/stringHelpers';
import { useNetwork } from '../../ui/hooks';
import { OtherWays } from '../fields/OtherWays';
import styles from './SendingScreens.module.css';
import type { Offer } from '../../contract/business';
import { TEXT_FIELD_NAMES, textField } from '../../domain/requestFields';
import { namesOf } from '../../shared/form/useServiceTypes';

type ViewOf<Screen extends View['screen']> = Extract<View, { screen: Screen }>;

/** How many of the bytes are on the server, in whole percent. */
export function percentOf({ sentBytes, totalBytes }: UploadProgress): number {
  return totalBytes === 0 ? 0 : Math.floor((100 * Math.min(sentBytes, totalBytes)) / totalBytes);
}

interface ProgressScreenProps {
  view: ViewOf<'creating' | 'uploading'>;
  children?: ReactNode;
}

/** The request while it is sent: creating, then uploading with the real numbers. */
export function ProgressScreen({ view, children }: ProgressScreenProps) {
  const { screen } = view;
  const textId = useId();
  const title = REQUEST_TEXTS[screen];
  const closing = CLOSING_TEXTS[view.closing];
  const isSlow = screen === 'creating' && view.isSlow;
  const text = isSlow ? `${slowServerText(view.closing === 'isLost')} ${closing}` : closing;
  return (
    <div className={styles.screen}>
      {/* Between two steps of the bar, the spinner shows that bytes are being sent. */}
      <span className={styles.badge}>
        <Spinner />
      </span>
      <Heading title={title} text={text} textId={textId} />
      {screen === 'uploading' && <Upload progress={view.progress} />}
      <p id={textId} className={styles.text}>
        {text}
      </p>
      <div className={styles.awaited}>{children}</div>
      {isSlow && <OtherWays />}
    </div>
  );
}

function Upload({ progress }: { progress: UploadProgress }) {
  const percent = percentOf(progress);
  return (
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
  );
}

interface OutcomeScreenProps {
  view: ViewOf<'queued' | 'success'>;
  types: ServiceType[];
  onContinue(): void;
  children?: ReactNode;
}

/**
 * The pressed button is gone, or the heading before. From the heading, the keyboard's next stop is the button that closes
 * the screen. Whoever is elsewhere on the screen stays there.
 */
function focusIfLost(element: HTMLElement | null) {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) element?.focus();
}

interface HeadingProps {
  title: string;
  /** The text below it, which has this id. */
  text: string;
  textId: string;
}

/**
 * The heading of a screen. It gets the focus, and so it is spoken with the text that describes it. Neither is in a region:
 * Chromium would speak a region that comes with its words a second time. What changes later is spoken by the region, which
 * was empty before. The heading's element stays then: where the focused one goes, Orca does not say what gets the focus.
 * And nothing describes it any more: Orca would speak that again.
 */
function Heading({ title, text, textId }: HeadingProps) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => focusIfLost(group.current), [title]);
  const [shown, setShown] = useState({ title, text, change: '' });
  if (shown.title !== title || shown.text !== text) {
    setShown({ title, text, change: shown.title === title ? text : `${title}. ${text}` });
  }
  const { change } = shown;
  return (
    <>
      <FocusGroup ref={group} label={title} describedBy={change === '' ? textId : undefined}>
        <h3 className={styles.label}>{title}</h3>
      </FocusGroup>
      <output className="visually-hidden">{change}</output>
    </>
  );
}

/** The last screen: the request was sent, or it waits on this device. Its texts: `domain/specTexts.ts`. */
// oxlint-disable-next-line complexity -- two screens of one shape: each element asks which one it is on
export function OutcomeScreen({ view, types, onContinue, children }: OutcomeScreenProps) {
  const isSuccess = view.screen === 'success';
  const textId = useId();
  const isOnline = useNetwork() !== 'offline';
  const hasNoAnswer = !isSuccess && isOnline && view.arrived === 'nothingArrived';
  const [title, outcome] = isSuccess
    ? [REQUEST_TEXTS.created, REQUEST_TEXTS.thanks]
    : queuedTexts(view, isOnline);
  const text = hasNoAnswer ? `${NO_ANSWER_YET} ${outcome}` : outcome;
  return (
    <div className={styles.screen}>
      <span className={classNames(styles.badge, isSuccess ? styles.sent : styles.queued)}>
        <Icon name={isSuccess ? 'check' : 'cloud-wait'} size="2.25rem" />
      </span>
      <Heading title={title} text={text} textId={textId} />
      <p id={textId} className={styles.text}>
        {text}
      </p>
      {!isSuccess && hasBar(view) && <Upload progress={view.progress} />}
      {isSuccess && <RequestNumber id={view.sent.id} />}
      {isSuccess && view.sent.missing && (
        <p className={styles.text}>{missingPicturesText(view.sent.missing)}</p>
      )}
      <div className={styles.awaited}>{children}</div>
      <div className={styles.answers}>
        <Button variant="primary" onClick={onContinue}>
          {REQUEST_TEXTS.continue}
        </Button>
        {isSuccess && <AddByWhatsapp sent={view.sent} />}
      </div>
      {!isSuccess && <OtherWays />}
      {isSuccess && <WhatHappensNext />}
      {isSuccess && view.submitted && (
        <WhatWasSent submitted={view.submitted} missing={view.sent.missing} types={types} />
      )}
    </div>
  );
}

/** While it waits, too: so nothing moves when the pictures go on. After a reload it comes with them. */
const hasBar = ({ arrived, progress }: ViewOf<'queued'>) =>
  (arrived === 'textArrived' || arrived === 'imagesOnTheWay') && progress.total > 0;

function queuedTexts(
  { arrived, closing }: ViewOf<'queued'>,
  isOnline: boolean,
): [title: string, text: string] {
  const when = isOnline ? 'as soon as we can be reached' : 'when you are back online';
  if (arrived === 'imagesRefused') {
    return [
      'Your text has reached us',
      'The pictures were not accepted. From the notice in the corner you can try again, or send them by WhatsApp.',
    ];
  }
  if (closing === 'isLost') {
    return ['Not sent yet', `${CLOSING_TEXTS.isLost} It will be sent ${when}.`];
  }
  if (arrived === 'imagesOnTheWay') {
    return [
      'Your text has reached us',
      'The pictures are saved on this device, and they are on their way to us now.',
    ];
  }
  if (arrived === 'textArrived') {
    return [
      'Your text has reached us',
      `The pictures are saved on this device and will be sent ${when}. ${CLOSING_TEXTS[closing]}`,
    ];
  }
  return [
    'Not sent yet, but safe',
    `Your request is saved on this device and will be sent ${when}. ${CLOSING_TEXTS[closing]}`,
  ];
}

/** Opens WhatsApp with the number of a request that has arrived. */
function AddByWhatsapp({ sent: { id, missing } }: { sent: Sent }) {
  const text = `${WHATSAPP_TEXT}${numberLine(id)}${leftOutLine(missing)}`;
  const href = useWhatsappLink(text);
  return (
    <ButtonLink icon="whatsapp" href={href} external>
      Write on WhatsApp
    </ButtonLink>
  );
}

/** The request's number, with a button that copies it. */
export function RequestNumber({ id }: { id: string }) {
  const number = useRef<HTMLElement>(null);
  const [message, setMessage] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setMessage('Number copied.');
    } catch {
      // Not every browser lets a page write to the clipboard.
      getSelection()?.selectAllChildren(number.current!);
      setMessage('Press and hold the number to copy it.');
    }
  };
  return (
    <div className={styles.number}>
      <p>
        Your request has the number <strong ref={number}>{id}</strong>.
      </p>
      <Button variant="quiet" onClick={() => void copy()}>
        Copy number
      </Button>
      <output className={styles.message}>{message}</output>
    </div>
  );
}

/** What happens after the request has arrived, from the owner's promises. */
export function WhatHappensNext({ offer = __OFFER__ }: { offer?: Offer | null }) {
  const { responseTime = 'as soon as possible', estimate } = offer ?? {};
  return (
    <section className={styles.part} aria-label="What happens next">
      <h4 className={styles.title}>What happens next</h4>
      <ul role="list" className={styles.steps}>
        <li>
          <Icon name="phone" size="1.25rem" />
          <span>{`We read your request and contact you ${responseTime}, by phone or email.`}</span>
        </li>
        {estimate !== undefined && (
          <li>
            <Icon name="check" size="1.25rem" />
            <span>{estimate}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

interface WhatWasSentProps {
  submitted: Submitted;
  missing: string[] | undefined;
  types: ServiceType[];
}

/** What was sent, so that the visitor can check it. */
export function WhatWasSent({ submitted, missing = [], types }: WhatWasSentProps) {
  const { fields } = submitted;
  const images = submitted.imageCount - missing.length;
  const rows = [
    ...TEXT_FIELD_NAMES.map((name) => [textField(name).label, fields[name]] as const),
    ['Services', namesOf(fields.categories, types).join(', ')],
    ['Pictures', images === 0 ? '' : String(images)],
  ] as const;
  return (
    <section className={styles.part} aria-label="What you sent">
      <h4 className={styles.title}>What you sent</h4>
      <dl className={styles.rows}>
        {rows.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
