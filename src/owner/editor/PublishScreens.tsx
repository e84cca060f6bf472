/**
 * What is shown from the press of “Publish” or “Save the change” on, on the editor's screen and in the line above the lists,
 * and where a work cannot be opened.
 */
import { readableDate } from '../../lib/readableDate';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Alert } from '../../ui/Notice';
import { Share } from '../../ui/Share';
import { classNames } from '../../ui/stringHelpers';
import { FlushButton } from '../Question';
import { Discard, EditorHead } from './EditorParts';
import {
  isRetractable,
  type PublishProgress,
  type Side,
  type StoredWork,
} from '../../../machines/workEditorContext';
import { ADD, hashOf } from '../navigation';
import type { Keeping } from '../ports';
import { namesOf, situationOf, type Situation } from './editorTexts';
import { type ScreenProps, useKeeping, type WorkEditorView } from './useWorkEditor';
import { WorkLink } from '../OwnerHeader';
import shared from '../OwnerPage.module.css';
import styles from './WorkEditor.module.css';

export function PublishScreens(props: ScreenProps) {
  const { state, reason, leftOut, title, stored, theirs, onClose } = props;
  const situation = situationOf(props);
  const { icon, heading } = situation;
  return (
    <>
      {leftOut.length > 0 && (
        <Alert>{`The work was on its way already. Not added: ${namesOf(leftOut)}`}</Alert>
      )}
      <section className={styles.form} key={heading}>
        <EditorHead onClose={onClose}>{heading}</EditorHead>
        <div className={classNames(shared.panel, styles.news)}>
          <Icon name={icon} size="2.5rem" />
          <Words {...situation} title={title} />
          {situation.isOnItsWay && <IfClosed />}
          {state === 'sending' && <Progress {...props} />}
          {state === 'conflicting' && theirs && <Versions {...props} theirs={theirs} />}
          {state === 'done' && <OfStored {...props} />}
          {reason === 'occupied' && (
            <a href={stored ? hashOf(stored.id) : ADD} className={shared.link}>
              Go on with it
            </a>
          )}
          <Ways {...props} situation={situation} />
          <MayDiscard {...props} situation={situation} />
        </div>
      </section>
    </>
  );
}

interface PublishingLineProps extends WorkEditorView {
  /** Takes the line away, and the editor with it: another tab can correct a work then. */
  onDismiss(): void;
  /** Shows the editor again. */
  onOpen(pressed: Element): void;
}

/** What stands above the lists while a work is on its way, and when it has arrived. */
export function PublishingLine(props: PublishingLineProps) {
  const { state, id, title, workId, progress, undoTo, onOpen, onDismiss } = props;
  const { line } = situationOf(props);
  if (line === undefined) return null;
  return (
    <section aria-label={id === null ? 'New work' : 'Changed work'} className={shared.begun}>
      <output>
        <strong dir="auto">{title.trim()}</strong> <span>{line}</span>
      </output>
      {progress && (
        <div>
          <p>{amounts(progress.sentBytes, progress.totalBytes)}</p>
          <Quarters {...progress} />
        </div>
      )}
      {state === 'done' ? (
        <div className={shared.actions}>
          <SeePage id={workId ?? ''} />
          {undoTo && <UndoChange {...props} />}
          <Button variant="quiet" icon="close" onClick={onDismiss}>
            Hide this
          </Button>
        </div>
      ) : (
        <Button variant="quiet" onClick={({ currentTarget }) => onOpen(currentTarget)}>
          Show it
        </Button>
      )}
    </section>
  );
}

/** What is said of the work. */
function Words({ lead, tail, more, title }: Situation & { title: string }) {
  return (
    <>
      {(lead ?? tail) !== undefined && (
        <p>
          {lead !== undefined && <span>{`${lead} `}</span>}
          <strong dir="auto">{title.trim()}</strong>
          {tail !== undefined && <span>{tail}</span>}
        </p>
      )}
      {more !== undefined && <p>{more}</p>}
    </>
  );
}

type WaysProps = ScreenProps & { situation: Situation };

function OfStored(props: ScreenProps) {
  const { id, workId, title, undoTo, send } = props;
  return (
    <>
      <SeePage id={workId ?? ''} />
      <Share title={title} path={`/work/${encodeURIComponent(workId ?? '')}`} />
      {undoTo && <UndoChange {...props} />}
      {id === null && (
        <Button icon="camera" onClick={() => send({ type: 'work.added' })}>
          Add another work
        </Button>
      )}
    </>
  );
}

/** How it goes on. */
function Ways(props: WaysProps) {
  const { state, send, situation } = props;
  const { retry, correct } = situation;
  const isConflict = state === 'conflicting';
  const type = state === 'closed' ? 'opening.retried' : 'sending.retried';
  const Correct = isConflict || retry !== undefined ? FlushButton : Button;
  return (
    <>
      {retry && (
        <Button icon="retry" onClick={() => send({ type })}>
          {retry}
        </Button>
      )}
      {isConflict && <Button onClick={() => send({ type: 'work.submitted' })}>Store mine</Button>}
      {correct && isRetractable(props) && (
        <Correct onClick={() => send({ type: 'press.takenBack' })}>{correct}</Correct>
      )}
    </>
  );
}

function MayDiscard(props: WaysProps) {
  const { stored, send, onClose, situation } = props;
  const { discard } = situation;
  if (!discard || (discard.isLast && isRetractable(props))) return null;
  return (
    <Discard
      what={stored ? 'change' : 'work'}
      label={discard.label}
      onDiscard={() => {
        send({ type: 'work.discarded' });
        if (discard.closes) onClose();
      }}
    >
      {discard.says}
    </Discard>
  );
}

/** Brings back what the work was before, or the change that was undone. */
function UndoChange({ reason, send }: Pick<WorkEditorView, 'reason' | 'send'>) {
  return (
    <FlushButton icon="retry" onClick={() => send({ type: 'change.undone' })}>
      {reason === 'undone' ? 'Bring the change back' : 'Undo the change'}
    </FlushButton>
  );
}

/** What the gallery has and what was typed, to choose from. */
function Versions({ theirs, title, day, pictures }: ScreenProps & { theirs: StoredWork }) {
  const on = (side: Side) => pictures.filter((picture) => picture.side === side);
  return [
    { of: 'The gallery has:', ...theirs },
    { of: 'You want:', title, day, before: on('before'), after: on('after') },
  ].map((version) => (
    <p key={version.of}>
      <span>{version.of}</span> <strong dir="auto">{version.title.trim()}</strong>
      <span>{`, finished on ${readableDate(`${version.day}T12:00:00`)}, pictures before: ${version.before.length}, after: ${version.after.length}`}</span>
    </p>
  ));
}

const IF_CLOSED: Record<Keeping, string> = {
  untilPublished: 'You may close this page: it goes on when you open it again.',
  forADay: 'You may close this page: it goes on if you sign in here again within a day.',
  no: 'This browser keeps nothing: stay on this page until it is published.',
};

/** What becomes of the work if the page is closed now. */
function IfClosed() {
  const keeping = useKeeping();
  return keeping ? <p>{IF_CLOSED[keeping]}</p> : null;
}

const SeePage = ({ id }: { id: string }) => (
  <WorkLink id={id} className={shared.plainLink}>
    See its page
  </WorkLink>
);

/** `1.2 of 3.4 MB`. Both in the same unit: kB below a megabyte. */
function amounts(sentBytes: number, totalBytes: number): string {
  const inUnit = (bytes: number) =>
    totalBytes < 1_000_000 ? Math.round(bytes / 1000) : (bytes / 1_000_000).toFixed(1);
  return `${inUnit(sentBytes)} of ${inUnit(totalBytes)} ${totalBytes < 1_000_000 ? 'kB' : 'MB'}`;
}

function Progress({ progress }: ScreenProps) {
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
function Quarters({ sentBytes, totalBytes }: PublishProgress) {
  const quarters = Math.floor((4 * sentBytes) / totalBytes);
  return (
    <output className="visually-hidden">
      {quarters > 0 && quarters < 4 ? `${25 * quarters} % uploaded` : ''}
    </output>
  );
}
