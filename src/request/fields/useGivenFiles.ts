import { useEffect, useState } from 'react';
import type { RunningForm } from '../port';

/**
 * Takes files that are pasted or dropped anywhere on the page. Returns whether files are being dragged over it. `Modal`
 * keeps the browser from opening a dropped file in place of the page.
 */
export function useGivenFiles(
  isTaking: boolean,
  { choose, refuseDraggedUrl }: Pick<RunningForm, 'choose' | 'refuseDraggedUrl'>,
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
    /** Whether what is dragged comes from this page: a preview of a picture that is in the form already. */
    let isOwn = false;
    const onOwn = ({ type }: Event) => {
      isOwn = type === 'dragstart';
    };
    const onDrag = (event: DragEvent) => {
      const { type, dataTransfer, relatedTarget } = event;
      if (isOwn && ['Files', 'text/uri-list'].some((kind) => dataTransfer?.types.includes(kind))) {
        // Without this the browser would go to the picture.
        event.preventDefault();
        return;
      }
      if (!dataTransfer?.types.includes('Files')) {
        const name = draggedUrlName(event);
        if (name === undefined) return;
        // Without this the browser would go to the URL, or write it into a field.
        event.preventDefault();
        if (type === 'drop') refuseDraggedUrl(name);
        return;
      }
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
    // An element that has gone meanwhile tells no end of its drag. While something is dragged, no pointer moves.
    for (const type of ['dragstart', 'dragend', 'pointerover']) {
      document.addEventListener(type, onOwn, options);
    }
    return () => {
      abort.abort();
      setIsOver(false);
    };
  }, [isTaking, choose, refuseDraggedUrl]);
  return isOver;
}

/**
 * The name of a picture of which only the URL is dragged here; undefined for everything else. Before the drop a browser
 * tells only the kinds of what is dragged, and then the name is empty. A link has the same kinds as a picture, so only
 * the drop can tell them apart.
 */
function draggedUrlName({ type, dataTransfer }: DragEvent): string | undefined {
  if (!dataTransfer?.types.includes('text/uri-list')) return undefined;
  if (type !== 'drop') return '';
  const isPicture = /<img\s/i.test(dataTransfer.getData('text/html'));
  return isPicture ? fileNameIn(dataTransfer.getData('text/uri-list')) : undefined;
}

/** The last part of the first URL in a list, which names the file; the URL itself if it has none. */
function fileNameIn(urls: string): string {
  const [url = ''] = urls.split(/[\r\n]/, 1);
  const [path = ''] = url.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1) || url;
}

/** Kinds that only a text has. A file that was copied in the Finder has its name as plain text. */
const FORMATTED = ['text/html', 'text/rtf'];

/**
 * Whether the paste is formatted text for a field. Office programs add a picture of the text to the clipboard, some of
 * them beside RTF only (PowerPoint for Mac).
 */
function isTextForField({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea');
  const { types } = clipboardData!;
  return isField && types.includes('text/plain') && FORMATTED.some((type) => types.includes(type));
}
