import type { ReactElement } from 'react';
import { Button } from '../../ui/Button';
import { Alert, NOT_REACHED } from '../../ui/Notice';
import { Icon, type IconName } from '../../ui/Icon';
import { readableDate } from '../../lib/readableDate';
import type { Keeping } from '../ports';
import { Discard, EditorHead } from './EditorFrame';
import { hashOf } from '../navigation';
import { EDITOR_PROBLEMS, namesOf } from './editorTexts';
import { type EditorProps, useKeeping } from './useWorkEditor';
import shared from '../OwnerPage.module.css';
import styles from './WorkEditor.module.css';
import { isRetractable, type PublishProgress } from '../../../machines/workEditorContext';

/** What is shown from the press of “Publish” or “Save the change” on, and where a stored work cannot be opened. */
export function PublishScreens(props: EditorProps) {
  const { leftOut } = props;
  return (
    <>
      {leftOut.length > 0 && (
        <Alert>{`The work was on its way already. Not added: ${namesOf(leftOut)}`}</Alert>
      )}
      <PublishScreen {...props} />
    </>
  );
}

function PublishScreen(props: EditorProps) {
  const { state, send, onClose } = props;
  switch (state) {
    case 'unopened':
      return (
        <Screen icon="cloud-wait" title="The work did not load" onClose={onClose}>
          <>
            <p>{NOT_REACHED}</p>
            <Button icon="retry" onClick={() => send({ type: 'opening.retried' })}>
              Try again
            </Button>
          </>
        </Screen>
      );
    case 'occupied':
      return <Occupied {...props} />;
    case 'published':
    case 'undone':
      return <Published {...props} />;
    case 'conflicting':
      return <Conflicting {...props} />;
    case 'missing':
      return (
        <Screen icon="alert" title="The gallery has no such work" onClose={onClose}>
          <>
            <p>If somebody has removed it, it can be put back in the list of works for a week.</p>
            <OpenAgain send={send} />
          </>
        </Screen>
      );
    case 'removed':
      return <Removed {...props} />;
    case 'refused':
      return <Refused {...props} />;
    case 'waiting':
      return (
        <Waiting {...props} icon="wifi-off" heading="No answer yet">
          <span>goes on by itself when the network is back.</span>
        </Waiting>
      );
    case 'exhausted':
      return (
        <Waiting {...props} icon="alert" heading="Google takes nothing more for now">
          <span>
            goes on by itself when it does: the quota of your Firebase project is used up. A day’s
            quota begins anew at midnight in California. If it stays so, look at the project’s plan
            (Usage and billing).
          </span>
        </Waiting>
      );
    default:
      return <OnItsWay {...props} />;
  }
}

function Removed({ id, title, send, onClose }: EditorProps) {
  return (
    <Screen icon="alert" title="This work is gone" onClose={onClose}>
      <>
        <p>
          Somebody has removed it meanwhile: <strong dir="auto">{title.trim()}</strong>
        </p>
        <p>
          For a week it can be put back in the list of works. What you have changed is kept on this
          phone.
        </p>
        <OpenAgain send={send} />
        <Discard
          what={id === null ? 'work' : 'change'}
          label={id === null ? 'Discard' : 'Discard what I have changed'}
          onDiscard={() => {
            send({ type: 'work.discarded' });
            onClose();
          }}
        >
          The work is gone all the same.
        </Discard>
      </>
    </Screen>
  );
}

function OnItsWay(props: EditorProps) {
  const { stored, title, onClose } = props;
  return (
    <Screen
      icon="cloud-wait"
      title={stored === null ? 'Publishing…' : 'Saving the change…'}
      onClose={onClose}
    >
      <>
        <p>
          <strong dir="auto">{title.trim()}</strong>{' '}
          <span>{ON_ITS_WAY[stored === null ? 'work' : 'change']}</span>
        </p>
        <IfClosed {...props} />
        <Progress {...props} />
      </>
    </Screen>
  );
}

const ON_ITS_WAY = {
  work: 'is on its way. Nobody sees anything of it before all of it is there.',
  change: 'is on its way. Visitors see what the gallery has until all of the change is there.',
};

const REFUSED = {
  work: { heading: 'The server refused the work', what: 'Nobody sees' },
  change: { heading: 'The server refused the change', what: 'The gallery has what it had of' },
};

function Refused({ stored, title, problem, send, onClose }: EditorProps) {
  const { heading, what } = REFUSED[stored === null ? 'work' : 'change'];
  if (problem === 'titleTaken') {
    return (
      <Screen icon="alert" title="The work needs another title" onClose={onClose}>
        <>
          <p>
            <span>{what}</span> <strong dir="auto">{title.trim()}</strong>.{' '}
            <span>{EDITOR_PROBLEMS.titleTaken}</span>
          </p>
          <Button onClick={() => send({ type: 'work.corrected' })}>Change the work</Button>
        </>
      </Screen>
    );
  }
  return (
    <Screen icon="alert" title={heading} onClose={onClose}>
      <>
        <p>
          <span>{what}</span> <strong dir="auto">{title.trim()}</strong>.{' '}
          <span>
            You may not be an owner any more, or the rules of the site are older than this page.
          </span>
        </p>
        <Button icon="retry" onClick={() => send({ type: 'publish.clicked' })}>
          Try again
        </Button>
        <Button
          variant="quiet"
          className={shared.flush}
          onClick={() => send({ type: 'work.corrected' })}
        >
          Change the work
        </Button>
      </>
    </Screen>
  );
}

function Published({ state, id, title, workId, before, send, onClose }: EditorProps) {
  const named = <strong dir="auto">{title.trim()}</strong>;
  if (id === null) {
    return (
      <Screen icon="check" title="It is in the gallery" onClose={onClose}>
        <>
          <p>{named} is published. Visitors see it now; search engines after the next build.</p>
          <SeePage id={workId ?? ''} />
          <Button icon="camera" onClick={() => send({ type: 'work.added' })}>
            Add another work
          </Button>
        </>
      </Screen>
    );
  }
  const { heading, what } = STORED[state === 'undone' ? 'undone' : 'published'];
  return (
    <Screen icon="check" title={heading} onClose={onClose}>
      <>
        <p>
          {named}
          <span>{what}</span>
        </p>
        <SeePage id={id} />
        {before && <UndoChange state={state} send={send} />}
      </>
    </Screen>
  );
}

const STORED = {
  published: {
    heading: 'The change is stored',
    what: ': its page has it now, search engines after the next build.',
  },
  undone: { heading: 'The change is undone', what: ': its page is again as it was before.' },
};

/** Brings back what the work was before, or the change that was undone. */
export function UndoChange({ state, send }: Pick<EditorProps, 'state' | 'send'>) {
  const isUndone = state === 'undone';
  return (
    <Button
      variant="quiet"
      icon="retry"
      className={shared.flush}
      onClick={() => send({ type: isUndone ? 'change.redone' : 'change.undone' })}
    >
      {isUndone ? 'Bring the change back' : 'Undo the change'}
    </Button>
  );
}

function OpenAgain({ send }: Pick<EditorProps, 'send'>) {
  return (
    <Button icon="retry" onClick={() => send({ type: 'opening.retried' })}>
      Open it again
    </Button>
  );
}

/** The phone keeps one correction at a time. */
function Occupied({ title, workId, send, onClose }: EditorProps) {
  return (
    <Screen icon="alert" title="Another change comes first" onClose={onClose}>
      <>
        <p>
          <strong dir="auto">{title.trim()}</strong>{' '}
          <span>has a change that is not saved. Go on with it, or discard it.</span>
        </p>
        <a href={hashOf(workId ?? '')} className={styles.link}>
          Go on with it
        </a>
        <Discard
          what="change"
          label="Discard it"
          onDiscard={() => send({ type: 'work.discarded' })}
        >
          The gallery keeps what it has.
        </Discard>
      </>
    </Screen>
  );
}

/** What the gallery has and what was typed, to choose from. */
function Conflicting(props: EditorProps) {
  const { id, theirs, title, day, pictures, send, onClose } = props;
  const sides = { before: 0, after: 0 };
  for (const { side } of pictures) sides[side] += 1;
  return (
    <Screen icon="alert" title="It was changed meanwhile" onClose={onClose}>
      <>
        <p>
          Somebody else has changed this work since you opened it, or an earlier try of yours has
          arrived after all. Nothing of this try is stored.
        </p>
        {theirs && (
          <Version
            title={theirs.title}
            day={theirs.day}
            before={theirs.before.length}
            after={theirs.after.length}
          >
            The gallery has:
          </Version>
        )}
        <Version title={title} day={day} {...sides}>
          You want:
        </Version>
        <Button onClick={() => send({ type: 'work.submitted' })}>Store mine</Button>
        <Button
          variant="quiet"
          className={shared.flush}
          onClick={() => send({ type: 'work.corrected' })}
        >
          Change mine
        </Button>
        <Discard
          what={id === null ? 'work' : 'change'}
          label="Leave what the gallery has"
          onDiscard={() => {
            send({ type: 'work.discarded' });
            onClose();
          }}
        >
          The gallery keeps what it has.
        </Discard>
      </>
    </Screen>
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
  const keeping = useKeeping(props);
  return keeping ? <p>{IF_CLOSED[keeping]}</p> : null;
}

interface WaitingProps extends EditorProps {
  icon: IconName;
  heading: string;
  /** What becomes of the work. */
  children: ReactElement;
}

function Waiting(props: WaitingProps) {
  const { title, send, onClose, icon, heading, children } = props;
  return (
    <Screen icon={icon} title={heading} onClose={onClose}>
      <>
        <p>
          <strong dir="auto">{title.trim()}</strong> {children}
        </p>
        <IfClosed {...props} />
        <Button icon="retry" onClick={() => send({ type: 'publish.clicked' })}>
          Go on now
        </Button>
        {isRetractable(props) ? (
          <Button
            variant="quiet"
            className={shared.flush}
            onClick={() => send({ type: 'submission.cancelled' })}
          >
            Change the work
          </Button>
        ) : (
          <Discard what="work" label="Discard" onDiscard={() => send({ type: 'work.discarded' })}>
            It may be in the gallery already, because the answer is missing: look there before you
            add it again.
          </Discard>
        )}
      </>
    </Screen>
  );
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
