import { useEffect, useRef, type DragEvent, type ReactNode } from 'react';
import { classNames } from './classNames';
import { Icon } from './Icon';
import styles from './Modal.module.css';

interface ModalProps {
  open: boolean;
  /** Escape, a press on the backdrop, and the close button. */
  onClose(): void;
  /** Names the dialog; its heading gets the focus when the dialog opens. */
  title: string;
  /** The id of that heading. */
  titleId: string;
  className?: string | undefined;
  children: ReactNode;
}

/** iOS scrolls the page behind a dialog through `overflow: hidden`; this property is only there. */
const isIos = () => CSS.supports('-webkit-touch-callout', 'none');

/**
 * Keeps the page behind a dialog where it is. On phones but iOS the style sheet does so, which costs no
 * new layout; where there is a scrollbar its place has to be kept, too.
 */
function holdPage(): () => void {
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

/** Without this the browser leaves the page for a dropped file. A field that takes files overrules it. */
function keepPage(event: DragEvent): void {
  if (!event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/**
 * A modal on the browser's own `<dialog>`: a full-screen sheet on phones, a card above. The page
 * behind is inert and still; the focus comes in and goes back to where it was.
 */
export function Modal({ open, onClose, title, titleId, className, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    const opener = document.activeElement;
    let close = () => {};
    // In a task of its own: all of the page gets new styles, because all of it becomes inert.
    const opening = setTimeout(() => {
      const release = holdPage();
      element.showModal();
      document.getElementById(titleId)?.focus({ preventScroll: true });
      close = () => {
        release();
        element.close();
        // Back at an address with a hash, browsers give the focus to what it names.
        requestAnimationFrame(() => {
          if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
        });
      };
    });
    return () => {
      clearTimeout(opening);
      close();
    };
  }, [open, titleId]);

  return (
    // The keyboard's way out is Escape, which arrives as `cancel`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classNames(styles.modal, className)}
      onCancel={(event) => {
        // A file chooser's cancel bubbles up here too.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // The browser closes by itself on a second Escape.
        if (open && event.target === dialog.current && !dialog.current.open) onClose();
      }}
      onDragOver={keepPage}
      onDrop={keepPage}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        // A press that started inside ends here with the dialog as its target.
        if (event.target === dialog.current && pressedOutside.current) onClose();
        pressedOutside.current = false;
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={styles.content} onClick={(event) => event.stopPropagation()}>
        <header className={styles.head}>
          <h2 id={titleId} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <Icon name="close" size="1.375rem" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
