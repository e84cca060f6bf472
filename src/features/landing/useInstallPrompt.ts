import { startTransition, useEffect, useState } from 'react';

/** https://wicg.github.io/manifest-incubations/#installation-prompts, Chromium only. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** What the browser lets the page offer. */
export interface InstallOffer {
  /** Opens the browser's own dialog; call it in a click, once. */
  install(): void;
  /** Not now, and not on later visits. */
  dismiss(): void;
}

const DISMISSED = 'install.dismissed';

/** The offer to install the site; undefined where the browser has none, or the visitor declined. */
export function useInstallPrompt(
  log: (message: string, error: unknown) => void,
): InstallOffer | undefined {
  const [offer, setOffer] = useState<InstallOffer>();

  useEffect(() => {
    const dismiss = () => {
      rememberDismissal();
      setOffer(undefined);
      // The button that had the focus is gone.
      document.getElementById('main')?.focus({ preventScroll: true });
    };
    const install = (event: InstallPromptEvent) =>
      event
        .prompt()
        .then(({ outcome }) => outcome === 'dismissed' && dismiss())
        .catch((error: unknown) => log('The install dialog did not open.', error));

    const abort = new AbortController();
    const { signal } = abort;
    const onOffer = (event: Event) => {
      // Or phones would show a bar of their own over the page.
      event.preventDefault();
      if (wasDismissed()) return;
      // In a transition: a prerendered page whose code is still on its way would be rendered anew.
      startTransition(() =>
        setOffer({ install: () => void install(event as InstallPromptEvent), dismiss }),
      );
    };
    window.addEventListener('beforeinstallprompt', onOffer, { signal });
    window.addEventListener('appinstalled', () => setOffer(undefined), { signal });
    return () => abort.abort();
  }, [log]);

  return offer;
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
