import { useEffect, useRef, useState, type ComponentProps } from 'react';
import type { OutboxContent, SentRequest } from '../ports/outbox';
import { Icon } from '../ui/Icon';
import { classNames } from '../ui/stringHelpers';
import { useServices } from '../shared/services';
import { useOnline } from '../ui/hooks';
import styles from './WaitingNotice.module.css';
import { sentText, waitingText } from './noticeWording';

/** What the outbox holds, and whether another request was begun. */
function useOutbox() {
  const { outbox, drafts } = useServices();
  const [isBegun, setIsBegun] = useState(false);
  const [content, setContent] = useState<OutboxContent>({ waiting: [], sentRequests: [] });
  useEffect(
    () =>
      // Where nothing can be stored nothing waits; what cannot be read is shown as it was.
      outbox.follow((content) => {
        setContent(content);
        drafts.isBegun().then(setIsBegun, () => undefined);
      }),
    [outbox, drafts],
  );
  return { ...content, isBegun };
}

/** The list's code: most visitors never have anything that waits. */
const loadDialog = () => import('./WaitingDialog');

interface WaitingNoticeProps {
  /** Whether the form is on the screen: what it shows is not said twice. */
  isFormOpen: boolean;
  /** Whether it has been, in this tab: then its visitor knows what is in it. */
  wasFormOpened: boolean;
  /** Whether a request came back unsent into the closed form. */
  isUnsent: boolean;
  onOpenForm(): void;
  /** A record that needs attention is to go back into the form: open it with this key. */
  onEdit(key: string): void;
}

/** The small notices on every screen: what was sent, came back unsent, was begun, and how many wait. */
export function WaitingNotice(props: WaitingNoticeProps) {
  const { isFormOpen, wasFormOpened, isUnsent, onOpenForm, onEdit } = props;
  const { waiting, sentRequests, isBegun } = useOutbox();
  const unannounced = sentRequests.filter(({ isUntold }) => isUntold);
  const isOnline = useOnline();
  /** Undefined until the list is opened for the first time. */
  const [list, setList] = useState<Awaited<ReturnType<typeof loadDialog>>>();
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isWaiting = waiting.length > 0;
  const waitingIcon = isOnline ? 'cloud-wait' : 'wifi-off';
  useEffect(() => {
    if (!isWaiting) return;
    loadDialog().catch(() => {
      // Nobody has asked for it yet; who opens the list tries again and is told.
    });
  }, [isWaiting]);

  const openList = async () => {
    try {
      setList(await loadDialog());
      setIsOpen(true);
      setHasFailed(false);
    } catch {
      // Told in the notice itself.
      setHasFailed(true);
    }
  };
  const needsAttention = waiting.some((record) => record.needsAttention);
  return (
    <>
      <aside className={styles.corner} aria-label="Your requests">
        <output className={styles.region}>
          {!isOnline && (
            // What waits says it itself; here it is announced.
            <span className={isWaiting ? 'visually-hidden' : styles.hint}>
              <Icon name="wifi-off" size="1.125rem" />
              You are offline
            </span>
          )}
        </output>
        {/* Nothing is announced behind a dialog. */}
        <SentNotice sent={isFormOpen || isOpen ? [] : unannounced} />
        <output className={styles.region}>
          {isUnsent && (
            <NoticeButton className={styles.attention} onClick={onOpenForm}>
              <Icon name="alert" size="1.375rem" />
              <span>
                Your request was not sent yet. <span className={styles.action}>Open it</span>
              </span>
            </NoticeButton>
          )}
        </output>
        {isBegun && !wasFormOpened && (
          <NoticeButton className={styles.begun} onClick={onOpenForm}>
            Continue your request
            <Icon name="arrow" size="1.125rem" />
          </NoticeButton>
        )}
        {isWaiting && (
          <NoticeButton
            className={needsAttention ? styles.attention : undefined}
            onClick={() => void openList()}
          >
            <Icon name={needsAttention ? 'alert' : waitingIcon} size="1.375rem" />
            <span>
              {hasFailed ? 'The list did not load. Try again.' : waitingText(waiting, isOnline)}
            </span>
            <Icon name="chevron" size="1rem" />
          </NoticeButton>
        )}
      </aside>
      {list && (
        <list.WaitingDialog
          open={isOpen}
          onClose={() => setIsOpen(false)}
          records={waiting}
          sent={unannounced}
          onEdit={onEdit}
        />
      )}
    </>
  );
}

/** A notice that opens the form or the list. */
function NoticeButton({ className, ...rest }: ComponentProps<'button'>) {
  const all = classNames(styles.notice, className);
  return <button type="button" aria-haspopup="dialog" className={all} {...rest} />;
}

/** What was sent without a screen that said so, until the visitor puts it away. */
function SentNotice({ sent }: { sent: SentRequest[] }) {
  const { outbox } = useServices();
  const place = useRef<HTMLDivElement>(null);
  const onDismiss = () => {
    // The button goes; from here a keyboard goes on to the next notice.
    place.current?.focus();
    void outbox.markAnnounced(sent.map(({ key }) => key));
  };
  const isShown = sent.length > 0;
  return (
    <div ref={place} tabIndex={-1} className={classNames(isShown && styles.sent)}>
      {isShown && <Icon name="check" size="1.375rem" />}
      {/* It is there before its text, or it would not be announced. */}
      <output>{isShown && sentText(sent)}</output>
      {isShown && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" size="1.125rem" />
        </button>
      )}
    </div>
  );
}
