import { Component, type ReactNode } from 'react';
import type { Safety } from '../lib/pageServices';
import { business } from '../shared/business/businessFacts';
import { deviceAgent, whatsappLink } from '../shared/business/contactLinks';
import { CallLink } from '../shared/business/CallLink';
import { log } from '../lib/log';
import { Button, ButtonLink } from '../ui/Button';
import { Logo } from '../ui/Icon';
import { StateNotice } from '../ui/Notice';
import styles from './CrashScreen.module.css';

interface CrashScreenProps {
  safety: Safety;
  children: ReactNode;
}

/**
 * Replaces the whole page when something fails that no `PartBoundary` surrounds. Requests go on being sent behind it.
 * "Try again" first shows the page again without a reload, because a request may be only in the page's memory. If the
 * page fails again, it is reloaded, once that loses nothing.
 */
export class CrashScreen extends Component<CrashScreenProps, { failed: boolean }> {
  override state = { failed: false };
  #wasShownAgain = false;

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    log('The page failed.', error);
  }

  readonly #tryAgain = () => {
    if (this.#wasShownAgain) {
      this.props.safety.whenSafe(() => location.reload(), { mayDisturb: true });
    }
    this.#wasShownAgain = true;
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const actions = (
      <div className={styles.actions}>
        <Button variant="primary" icon="retry" onClick={this.#tryAgain}>
          Try again
        </Button>
        <CallLink />
        <ButtonLink
          icon="whatsapp"
          href={whatsappLink(business.whatsapp, undefined, deviceAgent())}
          external
        >
          Whatsapp us
        </ButtonLink>
      </div>
    );
    return (
      <main className={styles.screen}>
        <title>{business.name}</title>
        <Logo size={56} />
        <h1 className={styles.title}>{business.name}</h1>
        <StateNotice icon="alert" title="This page stopped working." action={actions}>
          A translator or an extension of the browser may be the reason. A request that is being
          sent goes on while this page is open.
        </StateNotice>
      </main>
    );
  }
}
