import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/Button';
import { Alert } from '../../ui/Notice';
import { Icon, type IconName } from '../../ui/Icon';
import { readableDate } from '../../lib/readableDate';
import { focusOnMount } from '../../ui/hooks';
import type { Keeping, StoredTexts } from '../ports';
import { DiscardQuestion, EditorHead } from './EditorFrame';
import { namesOf } from './editorTexts';
import { type EditorProps, useKeeping } from './useWorkEditor';
import styles from './WorkEditor.module.css';
import type { PublishProgress } from '../../../machines/workEditorContext';
import { momentOf } from '../data/siteClock';

/** What is shown from the press of “Publish” on, and after a press on “Save the change”. */
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
  const { state, title, workId, stored, send, onClose } = props;
  const named = <strong dir="auto">{title.trim()}</strong>;
  switch (state) {
    case 'published':
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
    case 'changed':
      return (
        <Screen icon="check" title="The change is stored" onClose={onClose}>
          <>
            <p>{named}: its page has it now, search engines after the next build.</p>
            <SeePage id={stored?.id ?? ''} />
          </>
        </Screen>
      );
    case 'conflicting':
      return <Conflicting {...props} />;
    case 'removed':
      return (
        <Screen icon="alert" title="This work is gone" onClose={onClose}>
          <p>Somebody else has removed {named}, so nothing of it can be changed any more.</p>
        </Screen>
      );
    case 'refused':
      return (
        <Screen icon="alert" title="The server refused the work" onClose={onClose}>
          <>
            <p>
              Nobody sees {named}. You may not be an owner any more, or the rules of the site are
              older than this page.
            </p>
            <Button icon="retry" onClick={() => send({ type: 'publish.clicked' })}>
              Try again
            </Button>
            <Button variant="quiet" onClick={() => send({ type: 'work.corrected' })}>
              Change the work
            </Button>
          </>
        </Screen>
      );
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
      return (
        <Screen icon="cloud-wait" title="Publishing…" onClose={onClose}>
          <>
            <p>{named} is on its way. Nobody sees anything of it before all of it is there.</p>
            <IfClosed {...props} />
            <Progress {...props} />
          </>
        </Screen>
      );
  }
}

/** What the gallery has and what was typed, to choose from. */
function Conflicting({ title, day, stored, send, onClose }: EditorProps) {
  const work = stored!;
  const mine = { title, created: momentOf(day, new Date(work.created)) };
  return (
    <Screen icon="alert" title="It was changed meanwhile" onClose={onClose}>
      <>
        <p>
          Somebody else has changed this work since you opened it, or an earlier try of yours has
          arrived after all. Nothing of this try is stored.
        </p>
        <Version {...work}>The gallery has:</Version>
        <Version {...mine}>You want:</Version>
        <Button onClick={() => send({ type: 'work.submitted' })}>Store mine</Button>
        <Button variant="quiet" onClick={() => send({ type: 'work.corrected' })}>
          Change mine
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            send({ type: 'change.discarded' });
            onClose();
          }}
        >
          Leave what the gallery has
        </Button>
      </>
    </Screen>
  );
}

function Version({ title, created, children }: StoredTexts & { children: string }) {
  return (
    <p>
      <span>{children}</span> <strong dir="auto">{title.trim()}</strong>
      <span>{`, finished on ${readableDate(created)}`}</span>
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
  const { title, workId, send, onClose, icon, heading, children } = props;
  const [asking, setAsking] = useState<'no' | 'now' | 'kept'>('no');
  const isAsking = asking === 'now';
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
        {workId === null && (
          <Button variant="quiet" onClick={() => send({ type: 'submission.cancelled' })}>
            Change the work
          </Button>
        )}
        {workId !== null && !isAsking && (
          <Button
            ref={asking === 'kept' ? focusOnMount : undefined}
            variant="quiet"
            icon="trash"
            onClick={() => setAsking('now')}
          >
            Discard
          </Button>
        )}
        {workId !== null && isAsking && (
          <DiscardQuestion
            onDiscard={() => send({ type: 'work.discarded' })}
            onKeep={() => setAsking('kept')}
          >
            It may be in the gallery already, because the answer is missing: look there before you
            add it again.
          </DiscardQuestion>
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
  const text = progress ? amounts(sentBytes, totalBytes) : 'Choosing its address…';
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
