import { useEffect, useRef, type DragEvent, type ReactElement } from 'react';
import { optional } from '../lib/browser';
import { closeDialog, openDialog } from './pageFeatures';
import { classNames } from './stringHelpers';
import { FocusGroup } from './FocusGroup';
import { Icon } from './Icon';
import styles from './Modal.module.css';

interface ModalProps {
  open: boolean;
  /** Called for Escape, a press on the backdrop, and the close button. */
  onClose(): void;
  /** The name and heading of the dialog. The heading gets the focus when the dialog opens. */
  title: string;
  titleId: string;
  className?: string | undefined;
  children: ReactElement;
}

/**
 * Only iOS knows this property. There `overflow: hidden` does not stop the page behind a dialog from
 * scrolling.
 */
const isIos = () => optional(() => CSS.supports('-webkit-touch-callout', 'none'));

/**
 * Stops the page behind a dialog from scrolling. Returns what undoes it. Without a scrollbar, and not on iOS, the style
 * sheet alone does it, which costs no new layout. With a scrollbar its place must stay free.
 */
function lockScroll(): () => void {
  const { body, documentElement } = document;
  const scrollbar = window.innerWidth - documentElement.clientWidth;
  if (scrollbar === 0 && !isIos()) return () => {};
  const top = window.scrollY;
  const before = body.getAttribute('style');
  Object.assign(body.style, {
    position: 'fixed',
    inset: `-${top}px ${scrollbar}px auto 0`,
    overflow: 'hidden',
  });
  return () => {
    if (before === null) body.removeAttribute('style');
    else body.setAttribute('style', before);
    window.scrollTo({ top, behavior: 'instant' });
  };
}

/**
 * Refuses a dropped file: otherwise the browser would leave the page and open it. A field that takes files overrides
 * this.
 */
function refuseFileDrop(event: DragEvent): void {
  if (!event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/**
 * A dialog by the browser's own `<dialog>`: a full-screen sheet on phones, a card on larger screens. The page behind it
 * is inert and does not scroll. The focus moves into the dialog, and back when it closes.
 */
export function Modal({ open, onClose, title, titleId, className, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLDivElement>(null);
  const pressedOutside = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    const opener = document.activeElement;
    let close = () => {};
    // In its own task, because it is slow: the whole page becomes inert, so all of its styles are computed
    // again.
    const opening = setTimeout(() => {
      const release = lockScroll();
      openDialog(element);
      heading.current?.focus({ preventScroll: true });
      close = () => {
        release();
        closeDialog(element);
        // One frame later: on the way back to an address with a hash, browsers focus the element that it names.
        requestAnimationFrame(() => {
          if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
        });
      };
    });
    return () => {
      clearTimeout(opening);
      close();
    };
  }, [open]);

  return (
    // Keyboard users close it with Escape, which arrives as `cancel`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classNames(styles.modal, className)}
      onCancel={(event) => {
        // The `cancel` of a file chooser inside bubbles up to here, too.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // On a second Escape the browser closes the dialog without asking.
        if (open && event.target === dialog.current && !dialog.current.open) onClose();
      }}
      onDragOver={refuseFileDrop}
      onDrop={refuseFileDrop}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        // A press that started inside and ended outside also has the dialog as its target.
        if (event.target === dialog.current && pressedOutside.current) onClose();
        pressedOutside.current = false;
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={styles.content} onClick={(event) => event.stopPropagation()}>
        <header className={styles.head}>
          <FocusGroup ref={heading} label={title}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
          </FocusGroup>
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <Icon name="close" size="1.375rem" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
