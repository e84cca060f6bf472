import { useEffect, useState } from 'react';

/**
 * Takes files that are pasted or dropped anywhere on the page. Returns whether files are being dragged over the
 * page. `Modal` keeps the browser from opening a dropped file in place of the page.
 */
export function useGivenFiles(isTaking: boolean, choose: (files: File[]) => unknown): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isTaking) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextForField(event)) return;
      event.preventDefault();
      choose(files);
    };
    const onDrag = ({ type, dataTransfer, relatedTarget }: DragEvent) => {
      if (!dataTransfer?.types.includes('Files')) return;
      if (type === 'dragover') dataTransfer.dropEffect = 'copy';
      if (type === 'drop') choose([...dataTransfer.files]);
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
  }, [isTaking, choose]);
  return isOver;
}

/** Whether the paste is formatted text for a field. Office programs add a picture of the text to the clipboard. */
function isTextForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea');
  return (
    isField && ['text/plain', 'text/html'].every((type) => clipboardData!.types.includes(type))
  );
}
