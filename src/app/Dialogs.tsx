import { startTransition, useEffect, useState, type ReactElement } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { RequestDialog } from '../request/RequestDialog';
import { WaitingNotice } from '../waiting/WaitingNotice';
import { useServices } from '../shared/services';
import { isGoodConnection } from '../shared/loading/idle';
import { isAbsent, isRunning, useFormState } from '../shared/form/requestFormState';
import { PartBoundary } from '../shared/loading/PartBoundary';
import { log } from '../lib/log';
import { network } from '../lib/network';
import { useHashDialog, useParameter } from './navigation';
import { useCardInMemory } from '../shared/works/useWorks';

const REQUEST_HASH = '#request-service';

export function Dialogs() {
  const dialog = useHashDialog(REQUEST_HASH);
  const isFormAbsent = useFormState(isAbsent);
  useFormAtAddress(dialog.isOpen);
  const versionCheck = useIdleLoading();
  return (
    <>
      {(dialog.isOpen || !isFormAbsent) && (
        <PartBoundary name="the request dialog">
          <RequestDialog open={dialog.isOpen} onClose={dialog.close} />
        </PartBoundary>
      )}
      <WaitingNotice isFormOpen={dialog.isOpen} onOpenForm={dialog.open} />
      {versionCheck}
    </>
  );
}

function useFormAtAddress(isOpen: boolean): void {
  const { requestForm } = useServices();
  const [like, removeLike] = useParameter('like');
  const workId = matchPath('/work/:id', usePageBehind(isOpen))?.params.id;
  const title = useCardInMemory(workId)?.title;
  const workTitle = isOpen && like === undefined ? title : undefined;
  useEffect(
    () => requestForm.send(isOpen ? { type: 'form.opened', workTitle } : { type: 'form.closed' }),
    [isOpen, workTitle, requestForm],
  );

  const isFormRunning = useFormState(isRunning);
  useEffect(() => {
    // Until the form has taken it, the title stays in the address, so that a reload does not lose it.
    if (!isOpen || !isFormRunning || like === undefined) return;
    requestForm.send({ type: 'like.clicked', title: like });
    removeLike();
  }, [isOpen, isFormRunning, like, removeLike, requestForm]);
}

/** The path of the page from which the form was opened. The form's own links lead to the landing page. */
function usePageBehind(isOpen: boolean): string {
  const { pathname } = useLocation();
  const [last, setLast] = useState(pathname);
  if (!isOpen && last !== pathname) setLast(pathname);
  return last;
}

/**
 * Loads code in idle moments: first the form's, then the version check, which this hook returns. On a poor
 * connection the form's code is loaded only when the visitor presses or focuses a link to the form.
 */
function useIdleLoading(): ReactElement | undefined {
  const services = useServices();
  const { queueIdleTask, requestForm } = services;
  const [versionCheck, setVersionCheck] = useState<ReactElement>();
  useEffect(() => {
    const cancelFunctions = [
      queueIdleTask(async () => {
        if (network.isOnline() && isGoodConnection()) await requestForm.preload();
      }),
      // A visitor misses nothing if this does not load.
      queueIdleTask(() =>
        import('../update/AppVersion')
          .then(({ versionCheckWith }) =>
            startTransition(() =>
              setVersionCheck(
                <PartBoundary name="the version check" isDispensable>
                  {versionCheckWith(services)}
                </PartBoundary>,
              ),
            ),
          )
          .catch((error: unknown) => log('The version check did not load.', error)),
      ),
    ];
    const loadOnIntent = ({ target }: Event) => {
      const isLink = target instanceof Element && target.closest(`a[href$="${REQUEST_HASH}"]`);
      if (isLink) void requestForm.preload();
    };
    document.addEventListener('pointerdown', loadOnIntent);
    document.addEventListener('focusin', loadOnIntent);
    return () => {
      for (const cancel of cancelFunctions) cancel();
      document.removeEventListener('pointerdown', loadOnIntent);
      document.removeEventListener('focusin', loadOnIntent);
    };
  }, [queueIdleTask, requestForm, services]);
  return versionCheck;
}
