import { useEffect, useState } from 'react';

/**
 * Takes the files that are pasted or dropped, wherever the focus and the pointer are; returns whether files
 * hover over the page. That a dropped file opens in the page's place is kept off by `Modal`.
 */
export function useGivenFiles(isTaking: boolean, choose: (files: File[]) => unknown): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isTaking) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const take = (transfer: DataTransfer | null): boolean => {
      const files = [...(transfer?.files ?? [])];
      if (files.length > 0) choose(files);
      return files.length > 0;
    };
    document.addEventListener(
      'paste',
      (event) => take(event.clipboardData) && event.preventDefault(),
      { signal },
    );
    document.addEventListener(
      'dragover',
      ({ dataTransfer }) => {
        if (!dataTransfer?.types.includes('Files')) return;
        dataTransfer.dropEffect = 'copy';
        setIsOver(true);
      },
      { signal },
    );
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => relatedTarget === null && setIsOver(false),
      { signal },
    );
    document.addEventListener(
      'drop',
      ({ dataTransfer }) => {
        setIsOver(false);
        take(dataTransfer);
      },
      { signal },
    );
    return () => {
      abort.abort();
      setIsOver(false);
    };
  }, [isTaking, choose]);
  return isOver;
}
