import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import { newRandomId } from '../domain/ids';
import { isSentUndecoded, sortFiles } from '../domain/imageFiles';
import type { Log } from '../domain/ports';
import { useServices } from '../shared/services';
import { formWithEffects } from './formEffects';
import { createImageFiles } from './imageFiles';

/** The request form as its screens see it. */
export type RequestFormView = ReturnType<typeof useRequestForm>;

/**
 * Runs the request form; it goes on behind a closed dialog. `open`: whether the visitor has it on the
 * screen.
 */
export function useRequestForm(open: boolean, log: Log) {
  const services = useServices();
  const [{ files, machine }] = useState(() => {
    const files = createImageFiles();
    const machine = formWithEffects({
      services,
      files,
      tabStorage: () => sessionStorage,
      isOnline: () => navigator.onLine,
      now: () => Date.now(),
      log,
    });
    return { files, machine };
  });
  const [snapshot, send] = useMachine(machine);
  const { context } = snapshot;
  const [choices, setChoices] = useState(0);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);

  useEffect(() => send({ type: open ? 'form.opened' : 'form.closed' }), [open, send]);

  useEffect(
    () =>
      services.outbox.subscribe(({ type }) => {
        if (type === 'saved') send({ type: 'draft.dropped' });
      }),
    [services, send],
  );

  /** Resolves to whether they were looked at; images that the form takes are in it then. */
  const choose = useCallback(
    async (chosen: readonly File[]) => {
      try {
        const sorted = await sortFiles(chosen);
        const images = sorted.images.map(({ file, type }) => {
          const id = newRandomId();
          files.add(id, file, false);
          return { id, name: file.name, type };
        });
        send({ type: 'images.chosen', images, rejected: sorted.rejected });
        setChoices((count) => count + 1);
        return true;
      } catch (error) {
        log('The chosen files could not be looked at.', error);
        return false;
      }
    },
    [send, files, log],
  );

  return {
    snapshot,
    send,
    /** No `preview` for one that the browser cannot show. */
    images: context.images.map(({ id, name }) => ({
      id,
      name,
      preview: unreadable.includes(id) ? undefined : files.preview(id),
    })),
    /** How often images were chosen. */
    choices,
    choose,
    /** The browser could not show it. */
    noteUnreadable(id: string) {
      const image = context.images.find((other) => other.id === id);
      const size = files.get(id)?.size ?? 0;
      if (image && isSentUndecoded(image.type, size)) setUnreadable((ids) => [...ids, id]);
      else send({ type: 'image.unreadable', id });
    },
  };
}
