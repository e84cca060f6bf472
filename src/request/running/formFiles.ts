import type { RequestFormEvent } from '../../../machines/requestFormTypes';
import type { RequestFormSnapshot } from '../../../machines/requestFormView';
import type { RejectedFile } from '../../domain/types';
import { isSentUndecoded } from '../../pictures/imageTypes';
import type { RunningForm } from '../../ports/formPort';
import type { OutboxPort } from '../../ports/outbox';
import type { ImageFiles } from './imageFiles';
import { createReadFiles } from './readFiles';
import { createSharedImages } from './takeSharedImages';

interface FormFilesDeps {
  snapshot(): RequestFormSnapshot;
  send(event: RequestFormEvent): void;
  files: ImageFiles;
  outbox: Pick<OutboxPort, 'bring' | 'awaitFiles'>;
}

/** What the form's screens do with files. */
type FileCommands = Pick<
  RunningForm,
  | 'choose'
  | 'leaveOut'
  | 'refuseDraggedUrl'
  | 'fileOf'
  | 'previewOf'
  | 'canBeSentUnshown'
  | 'refuseUnshown'
>;

/**
 * The files that the visitor has chosen for the form or shared to the app: those that are still being read
 * (`readFiles`), and those of the form's images (`imageFiles`).
 */
export function createFormFiles({ snapshot, send, files, outbox }: FormFilesDeps) {
  const refuse = (name: string, reason: RejectedFile['reason']) =>
    send({ type: 'images.chosen', images: [], rejected: [{ name, reason }] });
  const imageOf = (id: string) =>
    snapshot().context.content.images.find((image) => image.id === id);

  const read = createReadFiles({ snapshot, send, files, outbox });
  const sharedImages = createSharedImages(
    (shared, reasonIfEmpty) => read.choose(shared, { reasonIfEmpty }),
    () => refuse('', 'notShared'),
  );

  /** A page that nobody sees may be stopped at any moment. A saved request then goes without what is being read. */
  const goWithoutIfHidden = () => {
    const isHidden = globalThis.document?.visibilityState === 'hidden';
    if (isHidden && snapshot().matches({ files: 'awaited' })) send({ type: 'page.hidden' });
  };
  globalThis.document?.addEventListener('visibilitychange', goWithoutIfHidden);

  const commands: FileCommands = {
    choose: (chosen, place) => void read.choose(chosen, { place }),
    leaveOut: (id) => send({ type: 'file.left', id }),
    refuseDraggedUrl: (name) => refuse(name, 'onlyUrl'),
    fileOf: files.get,
    previewOf: files.preview,
    canBeSentUnshown(id) {
      const image = imageOf(id);
      return image !== undefined && isSentUndecoded(image.type, files.get(id)?.size ?? 0);
    },
    refuseUnshown(id) {
      const image = imageOf(id);
      if (!image) return;
      // Some types can be sent as they are, but not a file of this size.
      const reason = isSentUndecoded(image.type, 0) ? 'tooLarge' : 'noImage';
      send({ type: 'image.removed', id, reason });
    },
  };
  return {
    commands,
    /** The form's snapshot has changed: files that it could not take before go where they belong. */
    follow() {
      read.bringAll();
      goWithoutIfHidden();
      sharedImages.follow(snapshot().matches({ dialog: 'open', content: 'editing' }));
    },
  };
}
