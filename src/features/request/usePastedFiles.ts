import { useState, type ClipboardEvent, type DragEvent } from 'react';

const filesIn = (transfer: DataTransfer | null) => [...(transfer?.files ?? [])];
const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Drag and drop and paste of files onto an element: its handlers, and whether files hover over it. */
export function usePastedFiles(onChoose: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onPaste(event: ClipboardEvent) {
        const files = filesIn(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        onChoose(files);
      },
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        // Without this the browser would leave the page for the dropped file.
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setIsOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        onChoose(filesIn(event.dataTransfer));
      },
    },
  };
}
