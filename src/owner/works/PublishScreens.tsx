/** What is shown from the press of “Publish” or “Save the change” on, and where a work cannot be opened. */
import type { ReactElement } from 'react';
import { readableDate } from '../../lib/readableDate';
import { Button } from '../../ui/Button';
import { Icon, type IconName } from '../../ui/Icon';
import { Alert } from '../../ui/Notice';
import {
  isRetractable,
  type PublishProgress,
  type StoredWork,
} from '../../../machines/workEditorContext';
import { ADD, hashOf } from '../navigation';
import type { Keeping } from '../ports';
import shared from '../OwnerPage.module.css';
import { Discard, EditorHead } from './EditorFrame';
import { namesOf } from './editorTexts';
import { situationOf, type Situation } from './situations';
import { type EditorProps, useKeeping, type WorkEditorView } from './useWorkEditor';
import styles from './WorkEditor.module.css';

export function PublishScreens(props: EditorProps) {
  const { leftOut, title, onClose } = props;
  const situation = situationOf(props);
  const { icon, heading, before, after, more } = situation;
  return (
    <>
      {leftOut.length > 0 && (
        <Alert>{`The work was on its way already. Not added: ${namesOf(leftOut)}`}</Alert>
      )}
      <Screen icon={icon} title={heading} onClose={onClose}>
        <>
          {(before ?? after) !== undefined && (
            <p>
              {before !== undefined && <span>{`${before} `}</span>}
              <strong dir="auto">{title.trim()}</strong>
              {after !== undefined && <span>{after}</span>}
            </p>
          )}
          {more !== undefined && <p>{more}</p>}
          {situation.isOnItsWay && <IfClosed {...props} />}
          {props.state === 'sending' && <Progress {...props} />}
          {props.theirs && props.state === 'conflicting' && (
            <Versions {...props} theirs={props.theirs} />
          )}
          <Actions {...props} situation={situation} />
        </>
      </Screen>
    </>
  );
}

type ActionsProps = EditorProps & { situation: Situation };

/** What can be done now. */
function Actions(props: ActionsProps) {
  const { stored, situation } = props;
  return (
    <>
      {situation.isStored && <OfStored {...props} />}
      {situation.isInTheWay && (
        <a href={stored ? hashOf(stored.id) : ADD} className={styles.link}>
          Go on with it
        </a>
      )}
      <Ways {...props} />
      <Leaving {...props} />
    </>
  );
}

function OfStored(props: ActionsProps) {
  const { id, workId, before, send } = props;
  return (
    <>
      <SeePage id={workId ?? ''} />
      {before && <UndoChange {...props} />}
      {id === null && (
        <Button icon="camera" onClick={() => send({ type: 'work.added' })}>
          Add another work
        </Button>
      )}
    </>
  );
}

/** How it goes on. */
function Ways(props: ActionsProps) {
  const { state, send, situation } = props;
  const { retry, correct } = situation;
  const isConflict = state === 'conflicting';
  const isSecond = isConflict || retry !== undefined;
  return (
    <>
      {retry && (
        <Button
          icon="retry"
          onClick={() => send({ type: state === 'closed' ? 'opening.retried' : 'sending.retried' })}
        >
          {retry}
        </Button>
      )}
      {isConflict && <Button onClick={() => send({ type: 'work.submitted' })}>Store mine</Button>}
      {correct && isRetractable(props) && (
        <Button
          {...(isSecond && { variant: 'quiet', className: shared.flush })}
          onClick={() => send({ type: 'work.corrected' })}
        >
          {correct}
        </Button>
      )}
    </>
  );
}

function Leaving(props: ActionsProps) {
  const { stored, send, onClose, situation } = props;
  const { left } = situation;
  if (!left || (left.isLast && isRetractable(props))) return null;
  return (
    <Discard
      what={stored ? 'change' : 'work'}
      label={left.label}
      onDiscard={() => {
        send({ type: 'work.discarded' });
        if (left.closes) onClose();
      }}
    >
      {left.says}
    </Discard>
  );
}

/** Brings back what the work was before, or the change that was undone. */
export function UndoChange({ reason, send }: Pick<WorkEditorView, 'reason' | 'send'>) {
  return (
    <Button
      variant="quiet"
      icon="retry"
      className={shared.flush}
      onClick={() => send({ type: 'change.undone' })}
    >
      {reason === 'undone' ? 'Bring the change back' : 'Undo the change'}
    </Button>
  );
}

/** What the gallery has and what was typed, to choose from. */
function Versions({ theirs, title, day, pictures }: EditorProps & { theirs: StoredWork }) {
  const sides = { before: 0, after: 0 };
  for (const { side } of pictures) sides[side] += 1;
  return (
    <>
      <Version
        title={theirs.title}
        day={theirs.day}
        before={theirs.before.length}
        after={theirs.after.length}
      >
        The gallery has:
      </Version>
      <Version title={title} day={day} {...sides}>
        You want:
      </Version>
    </>
  );
}

interface VersionProps {
  title: string;
  day: string;
  /** How many pictures. */
  before: number;
  after: number;
  children: string;
}

function Version({ title, day, before, after, children }: VersionProps) {
  return (
    <p>
      <span>{children}</span> <strong dir="auto">{title.trim()}</strong>
      <span>{`, finished on ${readableDate(`${day}T12:00:00`)}, pictures before: ${before}, after: ${after}`}</span>
    </p>
  );
}

const IF_CLOSED: Record<Keeping, string> = {
  untilPublished: 'You may close this page: it goes on when you open it again.',
  forADay: 'You may close this page: it goes on if you sign in here again within a day.',
  no: 'This browser keeps nothing: stay on this page until it is published.',
};

/** What becomes of the work if the page is closed now. */
function IfClosed(props: EditorProps) {
  const keeping = useKeeping(props.pictures);
  return keeping ? <p>{IF_CLOSED[keeping]}</p> : null;
}

interface ScreenProps {
  icon: IconName;
  title: string;
  onClose(): void;
  children: ReactElement;
}

function Screen({ icon, title, onClose, children }: ScreenProps) {
  return (
    <section className={styles.form} key={title}>
      <EditorHead onClose={onClose}>{title}</EditorHead>
      <div className={styles.panel}>
        <Icon name={icon} size="2.5rem" />
        {children}
      </div>
    </section>
  );
}

export function SeePage({ id }: { id: string }) {
  return (
    <a
      href={`/work/${encodeURIComponent(id)}`}
      target="_blank"
      rel="noopener"
      className={styles.link}
    >
      See its page
    </a>
  );
}

/** `1.2 of 3.4 MB`. Both in the same unit: kB below a megabyte. */
export function amounts(sentBytes: number, totalBytes: number): string {
  const inUnit = (bytes: number) =>
    totalBytes < 1_000_000 ? Math.round(bytes / 1000) : (bytes / 1_000_000).toFixed(1);
  return `${inUnit(sentBytes)} of ${inUnit(totalBytes)} ${totalBytes < 1_000_000 ? 'kB' : 'MB'}`;
}

function Progress({ progress }: EditorProps) {
  const { sentBytes = 0, totalBytes = 1 } = progress ?? {};
  const text = progress ? amounts(sentBytes, totalBytes) : 'Looking what is there already…';
  return (
    <div className={styles.progress}>
      <progress value={sentBytes} max={totalBytes} aria-label="Uploaded" className={styles.bar} />
      <p className={styles.hint}>{text}</p>
      <Quarters {...{ sentBytes, totalBytes }} />
    </div>
  );
}

/** Announces each quarter of an upload, and nothing between: whoever hears the page is not talked to all the time. */
export function Quarters({ sentBytes, totalBytes }: PublishProgress) {
  const quarters = Math.floor((4 * sentBytes) / totalBytes);
  return (
    <output className="visually-hidden">
      {quarters > 0 && quarters < 4 ? `${25 * quarters} % uploaded` : ''}
    </output>
  );
}
