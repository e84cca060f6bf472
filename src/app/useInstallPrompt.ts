import { useCallback, useEffect, useState } from 'react';

/** https://wicg.github.io/manifest-incubations/#installation-prompts, Chromium only. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** What the browser lets the page offer. */
export interface InstallOffer {
  /** Opens the browser's own dialog; call it in a click. */
  install(): void;
  /** Not now, and not on later visits. */
  dismiss(): void;
}

const DISMISSED = 'install.dismissed';

/** The offer to install the site; undefined where the browser has none, or the visitor declined. */
export function useInstallPrompt(
  log: (message: string, error: unknown) => void,
): InstallOffer | undefined {
  const [event, setEvent] = useState<InstallPromptEvent>();

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const onOffer = (offer: Event) => {
      // Or phones would show a bar of their own over the page.
      offer.preventDefault();
      if (!wasDismissed()) setEvent(offer as InstallPromptEvent);
    };
    window.addEventListener('beforeinstallprompt', onOffer, { signal });
    window.addEventListener('appinstalled', () => setEvent(undefined), { signal });
    return () => abort.abort();
  }, []);

  const dismiss = useCallback(() => {
    rememberDismissal();
    setEvent(undefined);
    // The button that had the focus is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
  }, []);

  const install = useCallback(() => {
    // One event opens one dialog.
    event
      ?.prompt()
      .then(({ outcome }) => outcome === 'dismissed' && dismiss())
      .catch((error: unknown) => log('The install dialog did not open.', error));
  }, [event, dismiss, log]);

  return event && { install, dismiss };
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) !== null;
  } catch {
    // Storage is blocked: then nothing can be installed to use it, either.
    return true;
  }
}

function rememberDismissal(): void {
  try {
    localStorage.setItem(DISMISSED, '1');
  } catch {
    // Blocked or full: it is asked again on the next visit.
  }
}
