import { fromEventObservable, fromPromise } from 'xstate';
import { requestForm } from '../../../machines/requestForm';
import type { DeliveryInput } from '../../../machines/requestFormSetup';
import {
  contentKey,
  type FormContent,
  type FormImage,
  type Preparation,
  type RequestFormEvent,
  type Restored,
} from '../../../machines/requestFormContext';
import { newRandomId } from '../../domain/ids';
import type { Draft, DraftImage } from '../../domain/ports';
import type { RequestFields } from '../../domain/types';
import type { Services } from '../services';
import { deliverRequest } from './delivery';
import type { DeliveryMemory } from './deliveryMemory';
import type { DraftKeeper } from './draftKeeper';
import type { ImageShelf } from './imageShelf';
import { UnusablePicture } from './unusablePicture';

export type Log = (message: string, error?: unknown) => void;

interface Means {
  services: Pick<Services, 'outbox' | 'drafts' | 'images'>;
  shelf: ImageShelf;
  keeper: DraftKeeper;
  memory: DeliveryMemory;
  isOnline: () => boolean;
  /** Milliseconds since 1970. */
  now: () => number;
  newId?: () => string;
  log: Log;
}

/** The request form with its effects: draft, pictures, delivery. */
export function formWithEffects(means: Means) {
  const { services, shelf, keeper, memory, log, newId = newRandomId } = means;
  const { outbox, drafts, images } = services;

  /** Puts kept pictures onto the shelf; a file that cannot be read any more is left out. */
  const shelve = async (fields: RequestFields, stored: DraftImage[]): Promise<FormContent> => {
    const read = stored.map(async (image) => {
      const { id, name, type } = image;
      if (!image.unprepared) {
        shelf.addPrepared(id, { name, type, bytes: image.bytes, thumb: image.thumb });
        return image;
      }
      try {
        // In Safari a file from the database ends with the entry that it came from.
        shelf.addFile(id, new File([await image.file.arrayBuffer()], name, { type }));
        return image;
      } catch (error) {
        log('A chosen picture could not be read again.', error);
        return undefined;
      }
    });
    const kept = (await Promise.all(read)).filter((image) => image !== undefined);
    const facts = ({ id, name, type }: DraftImage): FormImage => ({ id, name, type });
    return {
      fields,
      images: kept.filter((image) => !image.unprepared).map(facts),
      unprepared: kept.filter((image) => image.unprepared).map(facts),
    };
  };

  /** The delivery that the form showed before the page was loaded again. */
  const interrupted = async (): Promise<Restored['delivery']> => {
    const remembered = memory.recall();
    if (!remembered) return undefined;
    const waits = (await outbox.list()).some(({ key }) => key === remembered.key);
    if (waits) return { ...remembered, sent: false };
    const sent = await outbox.wasSent(remembered.key);
    return sent ? { ...remembered, sent } : undefined;
  };

  /** Whether just this was saved or sent, by another tab or right before this page was lost. */
  const isSaved = async ({ fields, images: kept }: Draft, draft: string): Promise<boolean> => {
    const name = contentKey(
      draft,
      fields,
      kept.map(({ id }) => id),
    );
    return (await outbox.list()).some(({ key }) => key === name) || outbox.wasSent(name);
  };

  return requestForm.provide({
    actors: {
      restore: fromPromise(async (): Promise<Restored> => {
        const read = () => Promise.all([interrupted(), drafts.load()]);
        // A database that did not open in time may do so now, and is then overwritten by typing.
        const [delivery, draft] = await read().catch(read);
        if (delivery) return { delivery };
        if (!draft) return {};
        const { fields, images: kept, ...origin } = draft;
        if (origin.draft !== undefined && (await isSaved(draft, origin.draft))) {
          await drafts.clear([origin.draft]);
          return {};
        }
        return { draft: { ...(await shelve(fields, kept)), ...origin } };
      }),
      preparePicture: fromPromise<Preparation, { image: FormImage }>(async ({ input }) => {
        const { id } = input.image;
        const file = shelf.file(id);
        if (!file) return { id, ok: false };
        try {
          const prepared = await images.prepare(file);
          // Removed while it was prepared: it does not come back.
          if (shelf.file(id)) shelf.addPrepared(id, prepared);
          return { id, ok: true, type: prepared.type };
        } catch (error) {
          if (error instanceof UnusablePicture) return { id, ok: false };
          throw error;
        }
      }),
      deliver: fromEventObservable<RequestFormEvent, DeliveryInput>(({ input }) =>
        deliverRequest(input, { outbox, shelf, isOnline: means.isOnline, now: means.now }),
      ),
      takeBack: fromPromise<FormContent | undefined, { key: string }>(async ({ input }) => {
        const content = await outbox.reopen(input.key);
        if (!content) return undefined;
        const kept = content.images.map((image) => ({ ...image, id: newId() }));
        shelf.clear();
        const origin = { replaces: input.key, draft: `again-${input.key}` };
        return { ...(await shelve(content.fields, kept)), ...origin };
      }),
    },
    actions: {
      logFailure: (_, { error }) => log('The request was refused or could not be handled.', error),
      keepFields: (_, { fields, draft, replaces }) =>
        keeper.keepFields(fields, { draft, ...(replaces !== null && { replaces }) }),
      keepImages: (_, { imageIds, draft }) => {
        shelf.retain(imageIds);
        keeper.keepImages(shelf.drafts(imageIds), draft);
      },
      leaveDraft: () => keeper.leave(),
      dropDraft: (_, { drafts: names }) => keeper.drop(names),
      dropImages: () => shelf.clear(),
      rememberDelivery: (_, delivery) => memory.remember(delivery),
      forgetDelivery: () => memory.forget(),
    },
  });
}
