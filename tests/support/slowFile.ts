import { vi } from 'vitest';
import { deferred } from './deferred';

/** A file whose first bytes come when `arrive` is called. */
export function slowFile(name: string, content: BlobPart) {
  const file = new File([content], name);
  const { promise, resolve } = deferred<void>();
  const slice = file.slice.bind(file);
  vi.spyOn(file, 'slice').mockImplementation((...part) => {
    const head = slice(...part);
    const bytes = head.arrayBuffer.bind(head);
    vi.spyOn(head, 'arrayBuffer').mockImplementation(() => promise.then(bytes));
    return head;
  });
  return { file, arrive: resolve };
}
