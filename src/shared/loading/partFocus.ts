/** The focus and the caret in a part of the page, so that they can come back when the part is mounted anew. */

import { optional } from '../../lib/browser';

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

/**
 * Gives the focus back. An element may come later, when its part has read something, or be in a dialog that opens in a
 * moment: then it gets the focus when it can have it, unless the visitor does something before.
 */
export function restoreFocus(part: Element, focus: Focus): void {
  if (tryToRestore(part, focus)) return;
  const observer = optional(
    () => new MutationObserver(() => tryToRestore(part, focus) && observer?.disconnect()),
  );
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
