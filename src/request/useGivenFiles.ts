import { useEffect, useState } from 'react';

/**
 * Takes the files that are pasted or dropped, wherever the focus and the pointer are; returns whether files
 * hover over the page. That a dropped file opens in the page's place is kept off by `Modal`.
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
      // From one element to the next they have not left the page.
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

/** Whether a field takes a text with markup, beside which office programs put a picture of it. */
function isTextForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea');
  return (
    isField && ['text/plain', 'text/html'].every((type) => clipboardData!.types.includes(type))
  );
}
