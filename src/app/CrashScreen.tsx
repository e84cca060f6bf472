import { Component, type ReactNode } from 'react';
import { business } from '../shared/businessFacts';
import { whatsappLink } from '../shared/contactLinks';
import { log } from '../lib/log';
import { Button, ButtonLink } from '../ui/Button';
import { Logo } from '../ui/Icon';
import { StateNotice } from '../ui/Notice';
import styles from './CrashScreen.module.css';

/** Replaces the whole page when a screen fails to render or its code does not load. */
export class CrashScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    log('A screen failed.', error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const actions = (
      <div className={styles.actions}>
        <Button icon="retry" onClick={() => location.reload()}>
          Try again
        </Button>
        <ButtonLink
          icon="whatsapp"
          href={whatsappLink(business.whatsapp, undefined, navigator.userAgent)}
          external
        >
          Whatsapp us
        </ButtonLink>
      </div>
    );
    return (
      <main className={styles.screen}>
        <Logo size={56} />
        <h1 className={styles.title}>{business.name}</h1>
        <StateNotice icon="cloud-wait" title="This page did not load completely." action={actions}>
          Your connection may be weak. Nothing you have typed or saved is lost.
        </StateNotice>
      </main>
    );
  }
}
