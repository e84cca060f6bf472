import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { loadRequestContent, RequestDialog } from '../request/RequestDialog';
import type { Activity } from '../request/RequestContent';
import { WaitingNotice } from '../waiting/WaitingNotice';
import type { Harm } from '../ports/page';
import { useServices } from '../shared/services';
import { isGoodConnection } from '../shared/idle';
import { PartBoundary } from '../shared/PartBoundary';
import { log } from '../lib/log';
import { network } from '../lib/network';
import { useHashDialog, useParameter } from './navigation';

const REQUEST_HASH = '#request-service';

/**
 * The dialogs and notices above every screen: the request form, the notice of waiting requests, and the
 * version check.
 */
export function Dialogs() {
  const form = useHashDialog(REQUEST_HASH);
  const { isOpen } = form;
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const [editKey, setEditKey] = useState<string>();
  const [like, removeLike] = useParameter('like');
  const from = usePageBehind(isOpen);
  const [activity, onActivity] = useReportedActivity(isOpen);
  const versionCheck = useIdleLoading();

  const onEditTaken = useCallback(() => setEditKey(undefined), []);
  const onEdit = (key: string) => {
    setEditKey(key);
    form.open();
  };

  return (
    <>
      {wasOpened && (
        <RequestDialog
          open={isOpen}
          onClose={form.close}
          from={from}
          like={like}
          onLikeTaken={removeLike}
          editKey={editKey}
          onEditTaken={onEditTaken}
          onActivity={onActivity}
        />
      )}
      <WaitingNotice
        isFormOpen={isOpen}
        wasFormOpened={wasOpened}
        isUnsent={activity === 'unsent'}
        onOpenForm={form.open}
        onEdit={onEdit}
      />
      {versionCheck}
    </>
  );
}

/** The path of the page from which the form was opened. The form's own links lead to the landing page. */
function usePageBehind(isOpen: boolean): string {
  const { pathname } = useLocation();
  const [last, setLast] = useState(pathname);
  if (!isOpen && last !== pathname) setLast(pathname);
  return last;
}

/**
 * Reports to `safety` what harm a reload would do now. It would disturb the visitor while the form is open or
 * its request is being delivered. It would lose a request that came back unsent,
 * or a text that the device could not save.
 */
function useReportedActivity(
  isOpen: boolean,
): [Activity | undefined, (activity: Activity) => void] {
  const { safety } = useServices();
  /** Undefined until the form's code has loaded. Until then a reload does no harm. */
  const [activity, setActivity] = useState<Activity>();
  const isBusy = (isOpen && activity !== undefined) || activity === 'delivering';
  let harm: Harm = isBusy ? 'disturbance' : 'none';
  if (activity === 'unsent' || activity === 'unsaved') harm = 'loss';
  useEffect(() => safety.report('the request form', harm), [safety, harm]);
  return [activity, setActivity];
}

/** A failure is ignored: opening the form tries again. */
const loadForm = () => loadRequestContent().catch(() => undefined);

/** Loads the form's code as soon as the visitor presses or focuses a link to the form. */
function loadFormOnIntent({ target }: Event): void {
  if (target instanceof Element && target.closest(`a[href$="${REQUEST_HASH}"]`)) void loadForm();
}

/**
 * Loads code in idle moments: first the form's, then the version check, which this hook returns. On a poor
 * connection the form's code is loaded only when the visitor presses or focuses a link to the form.
 */
function useIdleLoading(): ReactElement | undefined {
  const { queueIdleTask } = useServices();
  const [versionCheck, setVersionCheck] = useState<ReactElement>();
  useEffect(() => {
    const cancelFunctions = [
      queueIdleTask(async () => {
        if (network.isOnline() && isGoodConnection()) await loadForm();
      }),
      // A visitor misses nothing if this does not load.
      queueIdleTask(() =>
        import('../update/AppVersion').then(
          ({ AppVersion }) =>
            setVersionCheck(
              <PartBoundary name="the version check" isDispensable>
                <AppVersion />
              </PartBoundary>,
            ),
          (error: unknown) => log('The version check did not load.', error),
        ),
      ),
    ];
    document.addEventListener('pointerdown', loadFormOnIntent);
    document.addEventListener('focusin', loadFormOnIntent);
    return () => {
      for (const cancel of cancelFunctions) cancel();
      document.removeEventListener('pointerdown', loadFormOnIntent);
      document.removeEventListener('focusin', loadFormOnIntent);
    };
  }, [queueIdleTask]);
  return versionCheck;
}
