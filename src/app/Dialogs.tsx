import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { RequestDialog } from '../features/request/RequestDialog';
import type { Activity } from '../features/request/useRequestForm';
import { WaitingNotice } from '../features/waiting/WaitingNotice';
import { useAppContext } from './context';
import { log } from './log';
import { go, leaveHash, useHash } from './navigation';
import { usePreloadedForm } from './usePreloadedForm';
import { useSharedPictures } from './useSharedPictures';

const REQUEST_HASH = '#request-service';

/** Nobody asked for it: where its code does not arrive, the page goes on without the check. */
const loadAppVersion = () =>
  import('../features/update/AppVersion').then(
    ({ AppVersion }) => ({ default: AppVersion }),
    (error: unknown) => {
      log('The version check could not be loaded.', error);
      return { default: () => null };
    },
  );
const AppVersion = lazy(loadAppVersion);

const openForm = () => go(location.pathname + REQUEST_HASH);

/** What stands above every screen: the request form, and the notice of what waits. */
export function Dialogs() {
  const open = useHash() === REQUEST_HASH;
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  const [editKey, setEditKey] = useState<string>();
  const shared = useSharedPictures(open, log);
  const [activity, onActivity] = useReportedActivity(open);
  const { version, later } = useAppContext();
  const [isLater, setIsLater] = useState(false);
  useEffect(() => later(() => loadAppVersion().then(() => setIsLater(true))), [later]);
  usePreloadedForm(REQUEST_HASH);

  const onEditTaken = useCallback(() => setEditKey(undefined), []);
  const onEdit = useCallback((key: string) => {
    setEditKey(key);
    openForm();
  }, []);

  return (
    <>
      {wasOpened && (
        <RequestDialog
          open={open}
          onClose={leaveHash}
          log={log}
          editKey={editKey}
          onEditTaken={onEditTaken}
          incoming={shared.files}
          onIncomingTaken={shared.onTaken}
          onActivity={onActivity}
        />
      )}
      <WaitingNotice onEdit={onEdit} onResume={activity === 'unsent' ? openForm : undefined} />
      {isLater && (
        <Suspense fallback={null}>
          <AppVersion port={version} log={log} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Tells `safety` while the form is open (typing, or reading how it went), or its delivery runs; and
 * `unsaved` while that delivery is of something that is nowhere else, or has failed.
 */
function useReportedActivity(open: boolean): [Activity, (activity: Activity) => void] {
  const { safety, unsaved } = useAppContext();
  const [activity, setActivity] = useState<Activity>('idle');
  const isUnsaved = activity === 'unsaved' || activity === 'unsent';
  const isBusy = open || isUnsaved || activity === 'delivering';
  useEffect(() => safety.report('the request form', isBusy), [safety, isBusy]);
  useEffect(() => unsaved.report('the request form', isUnsaved), [unsaved, isUnsaved]);
  return [activity, setActivity];
}
