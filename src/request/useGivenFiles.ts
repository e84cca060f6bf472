import { useEffect, useState } from 'react';

/**
 * Takes files that are pasted or dropped anywhere on the page. `onAddress` gets the address of a
 * dropped picture of another site. Returns whether files are being dragged over the
 * page. `Modal` keeps the browser from opening a dropped file in place of the page.
 */
export function useGivenFiles(
  isTaking: boolean,
  choose: (files: File[]) => unknown,
  onAddress: (address: string) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isTaking) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextForField(event)) return;
      event.preventDefault();
      choose(files);
    };
    const onDrag = (event: DragEvent) => {
      const { type, dataTransfer, relatedTarget } = event;
      if (!dataTransfer) return;
      const hasFiles = dataTransfer.types.includes('Files');
      const isAddress = !hasFiles && isPictureAddress(event, dataTransfer);
      if (!hasFiles && !isAddress) return;
      if (type === 'dragover') dataTransfer.dropEffect = 'copy';
      // Otherwise the browser would leave the page for the address.
      if (isAddress) event.preventDefault();
      if (type === 'drop') {
        if (isAddress) onAddress(dataTransfer.getData('text/uri-list'));
        else choose([...dataTransfer.files]);
      }
      // The files leave the page only when `relatedTarget` is null; else they move to another element.
      if (type !== 'dragleave' || relatedTarget === null) setIsOver(type === 'dragover');
    };
    const abort = new AbortController();
    const options = { signal: abort.signal };
    document.addEventListener('paste', onPaste, options);
    for (const type of ['dragover', 'dragleave', 'drop'] as const) {
      document.addEventListener(type, onDrag, options);
    }
    return () => {
      abort.abort();
      setIsOver(false);
    };
  }, [isTaking, choose, onAddress]);
  return isOver;
}

/**
 * Whether what is dragged is an image of another site: an address and a piece of HTML. A field takes the address as
 * text. Only a drop lets the HTML be read; before that a link looks the same.
 */
function isPictureAddress({ type, target }: DragEvent, data: DataTransfer): boolean {
  if (target instanceof Element && target.matches('input:not([type=file]), textarea')) return false;
  if (!['text/uri-list', 'text/html'].every((one) => data.types.includes(one))) return false;
  return type !== 'drop' || /<img\b/i.test(data.getData('text/html'));
}

/** Whether the paste is formatted text for a field. Office programs add a picture of the text to the clipboard. */
function isTextForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea');
  return (
    isField && ['text/plain', 'text/html'].every((type) => clipboardData!.types.includes(type))
  );
}
