import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { RequestDialog } from '../features/request/RequestDialog';
import type { Activity } from '../features/request/useRequestForm';
import { WaitingNotice } from '../features/waiting/WaitingNotice';
import { useAppContext } from './context';
import { log } from './log';
import { useHashDialog } from './navigation';
import { usePreloadedForm } from './usePreloadedForm';
import { useSharedPictures } from './useSharedPictures';

const REQUEST_HASH = '#request-service';

const loadAppVersion = async () => ({
  default: (await import('../features/update/AppVersion')).AppVersion,
});
const AppVersion = lazy(loadAppVersion);

/** What stands above every screen: the request form, and the notice of what waits. */
export function Dialogs() {
  const form = useHashDialog(REQUEST_HASH);
  const open = form.isOpen;
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  const [editKey, setEditKey] = useState<string>();
  const shared = useSharedPictures(open, log);
  const [activity, onActivity] = useReportedActivity(open);
  const { version } = useAppContext();
  // Before the version check: they are loaded in this order.
  usePreloadedForm(REQUEST_HASH);
  const hasAppVersion = useAppVersionLoaded();

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
          log={log}
          editKey={editKey}
          onEditTaken={onEditTaken}
          incoming={shared.files}
          onIncomingTaken={shared.onTaken}
          onActivity={onActivity}
        />
      )}
      <WaitingNotice onEdit={onEdit} onResume={activity === 'unsent' ? form.open : undefined} />
      {hasAppVersion && (
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

/** Whether the version check has been loaded. Nobody asked for it: where that fails, nothing is missing. */
function useAppVersionLoaded(): boolean {
  const { later } = useAppContext();
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(
    () =>
      later(() =>
        loadAppVersion().then(
          () => setIsLoaded(true),
          (error: unknown) => log('The version check did not load.', error),
        ),
      ),
    [later],
  );
  return isLoaded;
}
