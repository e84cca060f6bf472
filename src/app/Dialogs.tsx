import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { loadRequestContent, RequestDialog } from '../request/RequestDialog';
import type { Activity } from '../request/RequestContent';
import { WaitingNotice } from '../waiting/WaitingNotice';
import { useServices } from '../shared/services';
import { isGoodConnection } from '../shared/idle';
import { log } from '../lib/log';
import { useHashDialog, useParameter } from './navigation';

const REQUEST_HASH = '#request-service';

/** What stands above every screen: the request form, the notice of what waits, and the version check. */
export function Dialogs() {
  const form = useHashDialog(REQUEST_HASH);
  const open = form.isOpen;
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  const [editKey, setEditKey] = useState<string>();
  const [like, dropLike] = useParameter('like');
  const from = usePageBehind(open);
  const [activity, onActivity] = useReportedActivity(open);
  const versionCheck = useLoadedLater();

  const onEditTaken = useCallback(() => setEditKey(undefined), []);
  const onEdit = (key: string) => {
    setEditKey(key);
    form.open();
  };

  return (
    <>
      {wasOpened && (
        <RequestDialog
          open={open}
          onClose={form.close}
          from={from}
          like={like}
          onLikeTaken={dropLike}
          editKey={editKey}
          onEditTaken={onEditTaken}
          onActivity={onActivity}
        />
      )}
      <WaitingNotice
        isFormOpen={open}
        wasFormOpened={wasOpened}
        isUnsent={activity === 'unsent'}
        onOpenForm={form.open}
        onEdit={onEdit}
      />
      {versionCheck}
    </>
  );
}

/** Path of the page that the form was opened from: its links lead to the landing page. */
function usePageBehind(isOpen: boolean): string {
  const { pathname } = useLocation();
  const [last, setLast] = useState(pathname);
  if (!isOpen && last !== pathname) setLast(pathname);
  return last;
}

/**
 * Tells `safety` while the form is open (typing, or reading how it went) or its delivery runs, and while a
 * request that came back unsent is in the form only.
 */
function useReportedActivity(open: boolean): [Activity | undefined, (activity: Activity) => void] {
  const { safety } = useServices();
  /** Undefined until its code is there: until then a new page may take this one's place. */
  const [activity, setActivity] = useState<Activity>();
  const isBusy = (open && activity !== undefined) || activity === 'delivering';
  const harm = activity === 'unsent' ? 'loss' : isBusy ? 'disturbance' : 'none';
  useEffect(() => safety.report('the request form', harm), [safety, harm]);
  return [activity, setActivity];
}

/** A failure is not told: opening the form tries again. */
const loadForm = () => loadRequestContent().catch(() => undefined);

/** Loads the form's code as soon as a link to it is pressed or focused. */
function onIntent({ target }: Event): void {
  if (target instanceof Element && target.closest(`a[href$="${REQUEST_HASH}"]`)) void loadForm();
}

/**
 * Loads what is not needed yet, each when its turn has come: the form's code where the connection can
 * afford it (else at the first intent), then the version check, which it returns.
 */
function useLoadedLater(): ReactNode {
  const { later } = useServices();
  const [versionCheck, setVersionCheck] = useState<ReactNode>();
  useEffect(() => {
    const callOffs = [
      later(async () => {
        if (navigator.onLine && isGoodConnection()) await loadForm();
      }),
      // Where it does not load, nothing is missing.
      later(() =>
        import('../update/AppVersion').then(
          ({ AppVersion }) => setVersionCheck(<AppVersion />),
          (error: unknown) => log('The version check did not load.', error),
        ),
      ),
    ];
    document.addEventListener('pointerdown', onIntent);
    document.addEventListener('focusin', onIntent);
    return () => {
      for (const callOff of callOffs) callOff();
      document.removeEventListener('pointerdown', onIntent);
      document.removeEventListener('focusin', onIntent);
    };
  }, [later]);
  return versionCheck;
}
