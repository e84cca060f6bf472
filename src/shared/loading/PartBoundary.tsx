import { Component, createRef, type ReactNode } from 'react';
import { log } from '../../lib/log';
import { Button } from '../../ui/Button';
import { StateNotice } from '../../ui/Notice';
import { CallLink } from '../business/CallLink';
import styles from './PartBoundary.module.css';
import { readFocus, restoreFocus, type Focus } from './partFocus';

interface PartBoundaryProps {
  /** What the log calls the part. */
  name: string;
  /** The visitor misses nothing without this part, so nothing is said when it is gone. */
  isDispensable?: boolean;
  /** The page's heading in the place of a part that has it otherwise. */
  heading?: string;
  children: ReactNode;
}

interface PartBoundaryState {
  status: 'shown' | 'failed' | 'gone';
  /** How often the part was mounted: each time in another element. */
  mounts: number;
}

/** Milliseconds in which a part is mounted anew at most once. */
const RETRY_INTERVAL = 5000;

/**
 * Keeps a failure of one part from ending the page: a program that rewrites pages (a translator, an extension) can
 * make React fail at any place. The part is mounted anew at once, and the focus and the caret come back. If it fails
 * again within five seconds, it says so and offers the ways to call. What the part shows must not live in it.
 */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { status: 'shown', mounts: 0 };
  /** React removes this one element with all that is in it, so nothing in it can make the removal fail. */
  readonly #element = createRef<HTMLDivElement>();
  #lastFailure = -Infinity;
  #focus: Focus | undefined;

  static getDerivedStateFromError(): Pick<PartBoundaryState, 'status'> {
    return { status: 'failed' };
  }

  override getSnapshotBeforeUpdate(): Focus | null {
    const part = this.state.status === 'failed' ? this.#element.current : null;
    return (part && readFocus(part)) ?? null;
  }

  override componentDidUpdate(_: unknown, before: PartBoundaryState, focus?: Focus | null): void {
    if (focus) this.#focus = focus;
    const { status } = this.state;
    if (status !== 'shown' || before.status === 'shown' || !this.#focus) return;
    restoreFocus(this.#element.current!, this.#focus);
    this.#focus = undefined;
  }

  override componentDidCatch(error: unknown): void {
    log(`A part of the page failed: ${this.props.name}.`, error);
    const now = performance.now();
    if (now - this.#lastFailure < RETRY_INTERVAL) this.setState({ status: 'gone' });
    else this.#mountAnew();
    this.#lastFailure = now;
  }

  readonly #mountAnew = () =>
    this.setState(({ mounts }) => ({ status: 'shown', mounts: mounts + 1 }));

  override render(): ReactNode {
    const { status, mounts } = this.state;
    if (status === 'shown') {
      return (
        <div key={mounts} ref={this.#element} className={styles.part}>
          {this.props.children}
        </div>
      );
    }
    if (status === 'failed' || this.props.isDispensable) return null;
    return (
      <div key="gone" className={styles.gone}>
        {this.props.heading !== undefined && <h1>{this.props.heading}</h1>}
        <StateNotice
          icon="alert"
          title="This part of the page stopped working."
          action={
            <div className={styles.actions}>
              <Button icon="retry" onClick={this.#mountAnew}>
                Show it again
              </Button>
              <CallLink />
            </div>
          }
        >
          A translator or an extension of the browser may be the reason.
        </StateNotice>
      </div>
    );
  }
}
