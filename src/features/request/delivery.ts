import type { Subscribable } from 'xstate';
import type { DeliveryEvent } from '../../domain/outbox';
import type { OutboxPort } from '../../domain/ports';
import type { DeliveryInput } from '../../../machines/requestFormSetup';
import type { RequestFormEvent } from '../../../machines/requestFormContext';
import type { ImageShelf } from './imageShelf';

interface Surroundings {
  outbox: OutboxPort;
  shelf: ImageShelf;
  isOnline: () => boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A delivery's event as the machine knows it; undefined for the end of a removed record. */
function translate(event: DeliveryEvent): RequestFormEvent | undefined {
  switch (event.type) {
    case 'created':
      return { type: 'delivery.created' };
    case 'progress':
      return { type: 'delivery.progressed', progress: event.progress };
    case 'sent':
      return { type: 'delivery.sent' };
    case 'postponed':
      return { type: 'delivery.postponed' };
    case 'refused':
      return { type: 'delivery.refused', ...event.attention };
    case 'removed':
    case 'saved':
      return undefined;
  }
}

type Emit = (event: RequestFormEvent) => void;

/** Saves the request, then tells what happens to it; completes when the record was removed. */
async function throughOutbox(
  input: DeliveryInput,
  { outbox, shelf, isOnline, now }: Surroundings,
  emit: Emit,
  follow: (key: string) => void,
): Promise<'followed' | 'gone'> {
  let { key } = input;
  if (key === null) {
    const saved = await outbox.save(input.fields, shelf.prepared(input.imageIds), {
      key: input.newKey,
      drafts: input.drafts,
      ...(input.replaces !== null && { replaces: input.replaces }),
    });
    if (saved.outcome !== 'saved') {
      emit({ type: saved.outcome === 'full' ? 'storage.full' : 'storage.unavailable' });
      return 'followed';
    }
    key = saved.key;
    emit({ type: 'delivery.saved', key });
    follow(key);
    if (!saved.already) {
      // Nobody may even try while there is no network, so nobody would tell.
      if (!isOnline()) emit({ type: 'delivery.postponed' });
      return 'followed';
    }
  } else follow(key);
  const record = (await outbox.list()).find((waiting) => waiting.key === key);
  if (!record && !(await outbox.wasSent(key))) return 'gone';
  // Sent by another tab, or after this page was loaded again and before it listened.
  if (!record) emit({ type: 'delivery.sent' });
  else if (record.needsAttention) emit({ type: 'delivery.refused', ...record.needsAttention });
  else if (!isOnline() || record.notBefore > now()) emit({ type: 'delivery.postponed' });
  else if (record.step !== 'create') emit({ type: 'delivery.created' });
  return 'followed';
}

/** Sends without saving; a failure that is no refusal means the server was not reached. */
async function directly(
  input: DeliveryInput,
  { outbox, shelf }: Surroundings,
  emit: Emit,
): Promise<void> {
  let settled = false;
  const tell = (event: RequestFormEvent) => {
    if (settled) return;
    settled = ['delivery.sent', 'delivery.refused', 'delivery.unreachable'].includes(event.type);
    emit(event);
  };
  try {
    await outbox.sendDirectly(
      input.fields,
      shelf.prepared(input.imageIds),
      (event) => {
        const known = translate(event);
        // Nothing is kept here, so nothing can be sent later.
        if (known)
          tell(
            known.type === 'delivery.postponed'
              ? { type: 'delivery.unreachable', message: 'postponed' }
              : known,
          );
      },
      input.newKey,
    );
    tell({ type: 'delivery.sent' });
  } catch (error) {
    tell({ type: 'delivery.unreachable', message: String(error) });
  }
}

/** The effect `deliver` of the request form: a stream of what happens to one request. */
export function deliverRequest(
  input: DeliveryInput,
  surroundings: Surroundings,
): Subscribable<RequestFormEvent> {
  return {
    subscribe(observerOrNext) {
      const observer =
        typeof observerOrNext === 'function' ? { next: observerOrNext } : observerOrNext;
      let stopped = false;
      let followed: string | undefined;
      // What is told before the record's key is known.
      const early: DeliveryEvent[] = [];
      const emit: Emit = (event) => {
        if (!stopped) observer.next?.(event);
      };
      const complete = () => {
        if (!stopped) observer.complete?.();
      };
      const hear = (event: DeliveryEvent) => {
        if (followed === undefined) early.push(event);
        else if (event.key === followed) {
          const known = translate(event);
          if (known) emit(known);
          else if (event.type === 'removed') complete();
        }
      };
      const stop = input.route === 'outbox' ? surroundings.outbox.subscribe(hear) : undefined;
      const work =
        input.route === 'direct'
          ? directly(input, surroundings, emit)
          : throughOutbox(input, surroundings, emit, (key) => {
              followed = key;
              early.splice(0).forEach(hear);
            }).then((end) => end === 'gone' && complete());
      work.catch((error: unknown) => {
        if (!stopped) observer.error?.(error);
      });
      return {
        unsubscribe() {
          stopped = true;
          stop?.();
        },
      };
    },
  };
}
