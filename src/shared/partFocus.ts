/** The focus and the caret in a part of the page, so that they can come back when the part is mounted anew. */

export interface Focus {
  /** The position among the elements of the part that can have the focus. More of them may come later. */
  index: number;
  text: string | null;
  /** The id of the element, if it has one. */
  id: string;
  caret: [start: number, end: number] | undefined;
}

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

const focusableIn = (part: Element) => [...part.querySelectorAll<HTMLElement>(FOCUSABLE)];

/** Undefined if the focus is elsewhere. */
export function readFocus(part: Element): Focus | undefined {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !part.contains(element)) return undefined;
  const { id, textContent: text } = element;
  return { index: focusableIn(part).indexOf(element), id, text, caret: caretOf(element) };
}

/** Does nothing if the part has no such element any more. */
export function restoreFocus(part: Element, { index, id, text, caret }: Focus): void {
  const all = focusableIn(part);
  const isSame = (one?: HTMLElement) => text !== '' && one?.textContent === text;
  const inPlace = all[index];
  const element =
    all.find((one) => id !== '' && one.id === id) ??
    (isSame(inPlace) ? inPlace : all.find(isSame)) ??
    inPlace;
  if (!element) return;
  const restore = () => {
    element.focus({ preventScroll: true });
    if (caret && isText(element)) element.setSelectionRange(...caret);
  };
  restore();
  if (document.activeElement === element) return;
  // The element is in a dialog that opens in a moment, and then takes the focus for its heading.
  part.addEventListener('focusin', () => setTimeout(restore), { once: true });
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
