import { Component, type ReactNode } from 'react';
import { business, whatsappLink } from '../features/business';
import { Button, ButtonLink } from '../ui/Button';
import { StateNotice } from '../ui/StateNotice';

interface Props {
  children: ReactNode;
  log: (message: string, error: unknown) => void;
}

/** The last resort when a screen fails to render or its code does not load. */
export class CrashScreen extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.log('A screen failed.', error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const ways = (
      <>
        <Button icon="retry" onClick={() => location.reload()}>
          Try again
        </Button>
        <ButtonLink
          icon="whatsapp"
          href={whatsappLink(business.whatsapp, undefined, navigator.userAgent)}
          external
        >
          Chat on WhatsApp
        </ButtonLink>
      </>
    );
    return (
      <StateNotice icon="cloud-wait" title="This page did not load completely." action={ways}>
        Your connection may be weak. Nothing you have typed or saved is lost.
      </StateNotice>
    );
  }
}
