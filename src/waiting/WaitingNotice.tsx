/**
 * What a visitor sees of requests that wait or were sent meanwhile: a notice in the corner, and the list behind it,
 * which is loaded as soon as something waits. It delivers nothing itself.
 */
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import type { SentRequest } from '../domain/types';
import type { OutboxLists, OutboxSummary } from '../outbox/port';
import { Icon } from '../ui/Icon';
import { classNames } from '../ui/stringHelpers';
import { PartBoundary } from '../shared/loading/PartBoundary';
import { isAbsent, isUnsent, useFormState } from '../shared/form/requestFormState';
import { useServices } from '../shared/services';
import { useNetwork } from '../ui/hooks';
import { followHeight } from '../ui/pageFeatures';
import styles from './WaitingNotice.module.css';
import { sentNoticeText, waitingText } from './noticeWording';

function useOutbox() {
  const { outbox, drafts } = useServices();
  const [isBegun, setIsBegun] = useState(false);
  const [lists, setLists] = useState<OutboxLists>({ waiting: [], sentRequests: [] });
  useEffect(
    () =>
      // If the outbox or the draft cannot be read, the last known state stays on the screen.
      outbox.follow((newest) => {
        setLists(newest);
        drafts.isBegun().then(setIsBegun, () => undefined);
      }),
    [outbox, drafts],
  );
  return { ...lists, isBegun };
}

/** Pixels around the notices. */
const AROUND = 24;

/**
 * Leaves free as much place below the page as the notices cover, so that its last line can be read. Where nothing is
 * covered nothing is set: it would have the style of the whole page computed anew.
 */
function leavePlaceBelow(corner: HTMLElement) {
  const { style } = document.documentElement;
  const stop = followHeight(corner, (height) => {
    if (height > 0) style.setProperty('--notices', `${height + AROUND}px`);
    else style.removeProperty('--notices');
  });
  return () => {
    stop();
    style.removeProperty('--notices');
  };
}

/** What has become of the wish to see the list; `failed`: its code did not load. */
type Asked = 'closed' | 'loading' | 'failed' | 'open';

/** Loads the code of the list. Most visitors never need it. */
const loadDialog = () => import('./WaitingDialog');

interface WaitingNoticeProps {
  /** Whether the form is on the screen. Then the notice does not repeat what the form shows. */
  isFormOpen: boolean;
  onOpenForm(): void;
}

export function WaitingNotice(props: WaitingNoticeProps) {
  const { isFormOpen, onOpenForm } = props;
  const hasUnsent = useFormState(isUnsent);
  // A visitor who has opened the form in this tab knows what is in it.
  const isFormAbsent = useFormState(isAbsent);
  const { waiting, sentRequests, isBegun } = useOutbox();
  const unannounced = sentRequests.filter(({ isUnannounced }) => isUnannounced);
  /** The code of the list; undefined until the list is opened for the first time. */
  const [list, setList] = useState<Awaited<ReturnType<typeof loadDialog>>>();
  const [asked, setAsked] = useState<Asked>('closed');
  const isOpen = asked === 'open';
  const isWaiting = waiting.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    loadDialog().catch(() => {
      // Nobody has asked for the list yet. Opening it tries again and shows a failure.
    });
  }, [isWaiting]);

  const openList = async () => {
    setAsked('loading');
    try {
      setList(await loadDialog());
      setAsked('open');
    } catch {
      // The notice says so.
      setAsked('failed');
    }
  };
  return (
    <>
      <PartBoundary name="the notices">
        <aside ref={leavePlaceBelow} className={styles.corner} aria-label="Your requests">
          <output className={styles.region}>
            <NetworkHint isWaiting={isWaiting} />
          </output>
          {/* Nothing is announced behind a dialog. */}
          <SentNotice sent={isFormOpen || isOpen ? [] : unannounced} />
          <output className={styles.region}>
            {hasUnsent && (
              <NoticeButton className={styles.attention} onClick={onOpenForm}>
                <Icon name="alert" size="1.375rem" />
                <span>
                  Your request was not sent yet. <span className={styles.action}>Open it</span>
                </span>
              </NoticeButton>
            )}
          </output>
          {isBegun && isFormAbsent && (
            <NoticeButton className={styles.begun} onClick={onOpenForm}>
              Continue your request
              <Icon name="arrow" size="1.125rem" />
            </NoticeButton>
          )}
          {isWaiting && (
            <ListButton waiting={waiting} asked={asked} onClick={() => void openList()} />
          )}
        </aside>
      </PartBoundary>
      {list && (
        <PartBoundary name="the waiting list">
          <list.WaitingDialog
            open={isOpen}
            onClose={() => setAsked('closed')}
            records={waiting}
            sent={unannounced}
          />
        </PartBoundary>
      )}
    </>
  );
}

function NoticeButton({ className, ...rest }: ComponentProps<'button'>) {
  const all = classNames(styles.notice, className);
  return <button type="button" aria-haspopup="dialog" className={all} {...rest} />;
}

function NetworkHint({ isWaiting }: { isWaiting: boolean }) {
  const network = useNetwork();
  if (network === 'online') return null;
  const isOffline = network === 'offline';
  const text = isOffline ? 'You are offline' : 'We cannot be reached';
  // While a request waits, its own notice shows so. Then this text is only for screen readers.
  if (isWaiting) return <span className="visually-hidden">{text}</span>;
  return (
    <span className={styles.hint}>
      <Icon name={isOffline ? 'wifi-off' : 'cloud-wait'} size="1.125rem" />
      <span>{text}</span>
    </span>
  );
}

function ListButton(props: { waiting: OutboxSummary[]; asked: Asked; onClick(): void }) {
  const { waiting, asked, onClick } = props;
  const isOnline = useNetwork() !== 'offline';
  const needsAttention = waiting.some((record) => record.needsAttention);
  const waitingIcon = isOnline ? 'cloud-wait' : 'wifi-off';
  return (
    <NoticeButton
      className={needsAttention ? styles.attention : undefined}
      aria-busy={asked === 'loading' || undefined}
      onClick={onClick}
    >
      <Icon name={needsAttention ? 'alert' : waitingIcon} size="1.375rem" />
      <span>
        {asked === 'failed' ? 'The list did not load. Try again.' : waitingText(waiting, isOnline)}
      </span>
      <Icon name="chevron" size="1rem" />
    </NoticeButton>
  );
}

/** Announces requests that were sent while no screen said so. It stays until the visitor dismisses it. */
function SentNotice({ sent }: { sent: SentRequest[] }) {
  const { outbox } = useServices();
  const place = useRef<HTMLDivElement>(null);
  const onDismiss = () => {
    // The pressed button disappears. From this place the keyboard goes on to the next notice.
    place.current?.focus();
    void outbox.markAnnounced(sent.map(({ key }) => key));
  };
  const isShown = sent.length > 0;
  return (
    <div ref={place} tabIndex={-1} className={classNames(isShown && styles.sent)}>
      {isShown && <Icon name="check" size="1.375rem" />}
      {/* The element must be in the page before its text, or the text is not announced. */}
      <output>{isShown && sentNoticeText(sent)}</output>
      {isShown && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" size="1.125rem" />
        </button>
      )}
    </div>
  );
}
