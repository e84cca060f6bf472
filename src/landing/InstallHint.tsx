import { startTransition, useEffect, useState } from 'react';
import { log } from '../shared/log';
import { Button } from '../ui/Button';
import { Logo } from '../ui/Icon';
import styles from './InstallHint.module.css';

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

/** The offer to keep the site as an app, at the end of the landing page. */
export function InstallHint({ install, dismiss }: InstallOffer) {
  return (
    <aside className={styles.hint} aria-labelledby="install-title">
      <Logo size={40} />
      <div className={styles.words}>
        <h2 id="install-title" className={styles.title}>
          Keep us at hand
        </h2>
        <p className={styles.text}>
          Install this site as an app: our work and the request form open without a connection, too.
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={install}>Install</Button>
        <Button variant="quiet" onClick={dismiss}>
          Not now
        </Button>
      </div>
    </aside>
  );
}

const DISMISSED = 'install.dismissed';

/** The offer to install the site; undefined where the browser has none, or the visitor declined. */
export function useInstallPrompt(): InstallOffer | undefined {
  const [offer, setOffer] = useState<InstallOffer>();

  useEffect(() => {
    const dismiss = () => {
      try {
        localStorage.setItem(DISMISSED, '1');
      } catch {
        // Blocked or full: it is asked again on the next visit.
      }
      setOffer(undefined);
      // The button that had the focus is gone.
      document.getElementById('main')?.focus({ preventScroll: true });
    };
    const install = (event: InstallPromptEvent) =>
      event
        .prompt()
        .then(({ outcome }) => outcome === 'dismissed' && dismiss())
        .catch((error: unknown) => log('The install dialog did not open.', error));
    const onOffer = (event: Event) => {
      // Or phones would show a bar of their own over the page.
      event.preventDefault();
      if (wasDismissed()) return;
      // In a transition: a prerendered page whose code is still on its way would be rendered anew.
      startTransition(() =>
        setOffer({ install: () => void install(event as InstallPromptEvent), dismiss }),
      );
    };
    // For the life of the page.
    window.addEventListener('beforeinstallprompt', onOffer);
    window.addEventListener('appinstalled', () => setOffer(undefined));
  }, []);

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
