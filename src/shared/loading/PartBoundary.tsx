import { Component, createRef, type ReactNode } from 'react';
import { log } from '../../lib/log';
import { Button } from '../../ui/Button';
import { StateNotice } from '../../ui/Notice';
import { CallLink } from '../business/CallLink';
import styles from './PartBoundary.module.css';
import { optional } from '../../lib/browser';

interface PartBoundaryProps {
  name: string;
  /** The visitor misses nothing without this part, so nothing is said when it is gone. */
  isDispensable?: boolean;
  /** The page's heading, in the place of a part that has it otherwise. */
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

/** The focus and the caret in a part of the page, so that they can come back when the part is mounted anew. */
export interface Focus {
  /** The position among the elements of the part that can have the focus. More of them may come later. */
  index: number;
  text: string | null;
  id: string;
  caret: [start: number, end: number] | undefined;
}

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

const focusableIn = (part: Element) => [...part.querySelectorAll<HTMLElement>(FOCUSABLE)];

/** Where the focus is in this part; undefined if it is elsewhere. */
export function readFocus(part: Element): Focus | undefined {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !part.contains(element)) return undefined;
  const { id, textContent: text } = element;
  return { index: focusableIn(part).indexOf(element), id, text, caret: caretOf(element) };
}

/**
 * Gives the focus back. An element may come later, when its part has read something, or be in a dialog that opens in a
 * moment: then it gets the focus when it can have it, unless the visitor does something before.
 */
export function restoreFocus(part: Element, focus: Focus, onRestored = () => {}): void {
  const restore = () => {
    if (!tryToRestore(part, focus)) return false;
    observer?.disconnect();
    onRestored();
    return true;
  };
  const observer = optional(() => new MutationObserver(restore));
  if (restore()) return;
  observer?.observe(part, { childList: true, subtree: true, attributeFilter: ['open'] });
  for (const type of ['pointerdown', 'keydown']) {
    document.addEventListener(type, () => observer?.disconnect(), { once: true, capture: true });
  }
}

function tryToRestore(part: Element, focus: Focus): boolean {
  const element = elementOf(part, focus);
  element?.focus({ preventScroll: true });
  if (!element || document.activeElement !== element) return false;
  if (focus.caret && isText(element)) element.setSelectionRange(...focus.caret);
  return true;
}

/** What has neither an id nor a text is known by its position. */
function elementOf(part: Element, { index, id, text }: Focus): HTMLElement | undefined {
  const all = focusableIn(part);
  const inPlace = all[index];
  if (id !== '') return all.find((one) => one.id === id);
  if (text === '' || inPlace?.textContent === text) return inPlace;
  return all.find((one) => one.textContent === text);
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** An email field has a caret, but no browser tells where. */
const isText = (element: Element | undefined): element is TextControl =>
  (element instanceof HTMLInputElement && element.selectionStart !== null) ||
  element instanceof HTMLTextAreaElement;

function caretOf(element: Element): Focus['caret'] {
  if (!isText(element)) return undefined;
  return [element.selectionStart ?? 0, element.selectionEnd ?? 0];
}
