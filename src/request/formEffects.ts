import { fromEventObservable, fromPromise, type Subscribable } from 'xstate';
import { requestForm } from '../../machines/requestForm';
import type { DeliveryChange, Restored, Saved, SaveInput } from '../../machines/requestFormContext';
import type { ChosenFile, DeliveryEvent, Draft } from '../domain/outbox';
import type { LoadedDraft, Log, OutboxPort } from '../domain/ports';
import type { Services } from '../shared/services';
import type { ImageFiles } from './imageFiles';

interface FormDeps {
  services: Pick<Services, 'outbox' | 'drafts'>;
  files: ImageFiles;
  /** The tab's sessionStorage; throws where the visitor blocks storage. */
  tabStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  isOnline: () => boolean;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
}

/** The request form with its effects: draft, saving, following, taking back. */
export function formWithEffects(deps: FormDeps) {
  const { services, files, log } = deps;
  const { outbox, drafts } = services;
  const remembered = rememberedDelivery(deps.tabStorage);

  const takeFiles = ({ images, ...rest }: LoadedDraft, isStored: boolean): Draft => {
    for (const { id, file } of images) files.add(id, file, isStored);
    return {
      ...rest,
      images: images.map(({ id, name, type }: ChosenFile) => ({ id, name, type })),
    };
  };

  /** The delivery that the form showed before the page was loaded again. */
  const interrupted = async (): Promise<Restored['delivery']> => {
    const delivery = remembered.get();
    if (!delivery) return undefined;
    const waits = (await outbox.list()).some(({ key }) => key === delivery.key);
    if (waits) return { ...delivery, sent: false };
    return (await outbox.wasSent(delivery.key)) ? { ...delivery, sent: true } : undefined;
  };

  return requestForm.provide({
    actors: {
      restore: fromPromise(async (): Promise<Restored> => {
        const read = () => Promise.all([interrupted(), drafts.load()]);
        // A database that did not open in time may do so now, and is then overwritten by typing.
        const [delivery, draft] = await read().catch(read);
        if (delivery) return { delivery };
        return draft ? { draft: takeFiles(draft, true) } : {};
      }),
      save: fromPromise<Saved, SaveInput>(async ({ input }) => {
        const { fields, images, replaces, inMemory } = input;
        const request = { fields, images: files.withFiles(images) };
        const result = await outbox.save(
          replaces === null ? request : { ...request, replaces },
          inMemory,
        );
        if (result.outcome === 'saved' && result.isKept) files.handOver();
        return result;
      }),
      follow: fromEventObservable<DeliveryChange, { key: string }>(({ input }) =>
        followRequest(input.key, deps),
      ),
      reopen: fromPromise<Draft | undefined, { key: string }>(async ({ input }) => {
        const content = await outbox.reopen(input.key);
        return content && takeFiles(content, false);
      }),
    },
    actions: {
      logFailure: (_, { error }) => log('The request was refused or could not be handled.', error),
      keepDraft(_, { draft, silent }) {
        if (silent) return;
        const { added, removed } = files.changesFor(draft.images);
        drafts.save(draft, added, removed).then(
          () => files.noteStored(added, true),
          (error: unknown) => {
            files.noteStored(added, false);
            log('The draft was not kept.', error);
          },
        );
      },
      dropDraft(_, { images }) {
        drafts
          .clear(images.map(({ id }) => id))
          .catch((error: unknown) => log('The draft was not dropped.', error));
      },
      releaseImages: () => files.clear(),
      rememberDelivery: (_, delivery) => remembered.set(delivery),
      forgetDelivery: () => remembered.forget(),
    },
  });
}

/** What happens to a saved request; completes when it was removed. */
function followRequest(
  key: string,
  { services: { outbox }, isOnline, now }: Pick<FormDeps, 'services' | 'isOnline' | 'now'>,
): Subscribable<DeliveryChange> {
  return {
    subscribe(observerOrNext) {
      const observer =
        typeof observerOrNext === 'function' ? { next: observerOrNext } : observerOrNext;
      let isStopped = false;
      const tell = (change: DeliveryChange | 'removed' | undefined) => {
        if (isStopped || !change) return;
        if (change === 'removed') observer.complete?.();
        else observer.next?.(change);
      };
      const stop = outbox.subscribe((event) => {
        if (event.key === key) tell(changeOf(event));
      });
      // What happened before this listened.
      standingOf(key, outbox, isOnline, now).then(tell, (error: unknown) => {
        if (!isStopped) observer.error?.(error);
      });
      return {
        unsubscribe() {
          isStopped = true;
          stop();
        },
      };
    },
  };
}

/** A delivery's event as the machine knows it. */
function changeOf(event: DeliveryEvent): DeliveryChange | 'removed' | undefined {
  switch (event.type) {
    case 'created':
    case 'sent':
    case 'postponed':
      return { type: `delivery.${event.type}` };
    case 'progress':
      return { type: 'delivery.progressed', progress: event.progress };
    case 'refused':
      return { type: 'delivery.refused', ...event.attention };
    case 'removed':
      return 'removed';
    case 'saved':
    case 'undecoded':
      return undefined;
  }
}

/** How a saved request stands now. */
async function standingOf(
  key: string,
  outbox: OutboxPort,
  isOnline: () => boolean,
  now: () => number,
): Promise<DeliveryChange | 'removed' | undefined> {
  const record = (await outbox.list()).find((waiting) => waiting.key === key);
  if (!record) return (await outbox.wasSent(key)) ? { type: 'delivery.sent' } : 'removed';
  if (record.needsAttention) return { type: 'delivery.refused', ...record.needsAttention };
  // Nobody may even try while there is no network, so nobody would tell.
  if (!isOnline() || record.notBefore > now()) return { type: 'delivery.postponed' };
  return record.step === 'create' ? undefined : { type: 'delivery.created' };
}

const STORAGE_KEY = 'requestForm.delivery';

/** What a reload must not forget: which saved request this tab's form is showing. */
function rememberedDelivery(tabStorage: FormDeps['tabStorage']) {
  const attempt = <T>(access: (storage: ReturnType<typeof tabStorage>) => T): T | undefined => {
    try {
      return access(tabStorage());
    } catch {
      // Blocked or full: a reload then shows an empty form, and the waiting notice tells the rest.
      return undefined;
    }
  };
  return {
    set: (delivery: { key: string; total: number }) =>
      attempt((storage) => storage.setItem(STORAGE_KEY, JSON.stringify(delivery))),
    get: () =>
      attempt((storage) => {
        const text = storage.getItem(STORAGE_KEY);
        return text === null ? undefined : (JSON.parse(text) as { key: string; total: number });
      }),
    forget: () => attempt((storage) => storage.removeItem(STORAGE_KEY)),
  };
}
