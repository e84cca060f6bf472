import { fromCallback, fromPromise } from 'xstate';
import { createRequestForm } from '../../../machines/requestForm';
import type {
  DeliveryChange,
  FoundDelivery,
  Reopened,
  SaveInput,
  Sent,
} from '../../../machines/requestFormContext';
import type { SaveResult } from '../../domain/types';
import { cleanFields } from '../../domain/cleanText';
import { composed } from '../../domain/subject';
import { log } from '../../lib/log';
import { whenIdle } from '../../shared/loading/idle';
import type { Services } from '../../shared/services';
import type { FormDraft, SignalCollector } from './formDraft';
import type { ImageFiles } from './formFiles';
import { tabStore } from '../../lib/webStorage';
import { network } from '../../lib/network';
import { isUploading, type OutboxLists, type OutboxSummary } from '../../outbox/port';
import type { Unsubscribe } from '../../lib/results';

interface FormParts {
  /** The page's (outbox/page/pageOutbox.ts). */
  outbox: Services['outbox'];
  draft: FormDraft;
  following: Following;
  files: ImageFiles;
  signals: SignalCollector;
}

let machine: ReturnType<typeof createRequestForm> | undefined;

/** The form's machine, which is made once. */
export const formMachine = () => (machine ??= createRequestForm());

export function formWithEffects(parts: FormParts) {
  const { outbox, draft, following } = parts;
  return formMachine().provide({
    actors: {
      restoreDelivery: fromPromise<FoundDelivery, { key: string }>(({ input }) =>
        following.find(input.key),
      ),
      restoreDraft: fromPromise(({ signal }) => draft.load(signal)),
      save: fromPromise<SaveResult, SaveInput>(({ input }) => saveRequest(parts, input)),
      follow: fromCallback<DeliveryChange, { key: string }>(({ input, sendBack }) =>
        following.follow(input.key, sendBack),
      ),
      reopen: fromPromise<Reopened, { key: string }>(async ({ input: { key } }) => {
        const record = await outbox.reopen(key);
        if (!record) throw new Error(`The record ${key} cannot be edited any more.`);
        return draft.takeReopened(record);
      }),
    },
    actions: {
      logFailure: ({ event }) =>
        log(
          'The request was refused or could not be handled.',
          'error' in event ? event.error : event,
        ),
      saveDraft({ context: { content }, self }) {
        if (self.getSnapshot().matches({ storage: 'silent' })) {
          draft.renewId();
          return;
        }
        draft.save(content).then(
          () => self.send({ type: 'draft.saved' }),
          (error: unknown) => {
            self.send({ type: 'draft.failed' });
            log('The draft was not saved.', error);
          },
        );
      },
      dropDraft: ({ context: { content } }) => draft.clear(content.images),
      dropDraftInMemory({ context: { followed, content } }) {
        if (followed.store === 'memory') draft.clear(content.images);
      },
      releaseDraft: () => draft.release(),
      rememberDelivery: ({ context }) => following.remember(context.followed.key),
      forgetDelivery: () => following.forget(),
      leaveOutAwaited: ({ context: { followed } }) => {
        outbox
          .leaveOut(
            followed.key,
            followed.awaited.map(({ id }) => id),
          )
          .catch((error: unknown) => log('The outbox waits for a file as long as it will.', error));
      },
      markAnnounced({ context }) {
        const { key } = context.followed;
        // Not before the page is visible: a visitor in another tab or app has not seen the screen.
        whenIdle(() => void outbox.markAnnounced([key]));
      },
    },
  });
}

/** Hands the request to the outbox in the same task: it is saved at the press. */
async function saveRequest(
  { outbox, draft, files, signals }: FormParts,
  input: SaveInput,
): Promise<SaveResult> {
  const { images, awaited, leftOut, subject, replaces, store } = input;
  const request = {
    fields: cleanFields(composed(input)),
    ...(subject && { subject }),
    images: files.withFiles(images),
    awaited,
    leftOut,
    signals: signals.read(),
    key: draft.id(),
    ...(replaces !== null && { replaces }),
  };
  const result = await outbox.save(request, store);
  if (result.outcome === 'saved') {
    signals.startNext();
    draft.becomeRequest(result.store);
  }
  return result;
}

export type Following = ReturnType<typeof createFollowing>;

/** The entry of this tab's storage with the key of the request. Without it a form that was loaded again is empty. */
const ENTRY = 'requestForm.delivery';

export function createFollowing({ outbox, drafts }: Pick<Services, 'outbox' | 'drafts'>) {
  return {
    shownBefore: () => tabStore.read(ENTRY),

    remember: (key: string) => tabStore.write(ENTRY, key),

    forget: () => tabStore.write(ENTRY, null),

    /** What has become of the request while the page was loaded again. Rejects if the outbox cannot be read. */
    async find(key: string): Promise<FoundDelivery> {
      const { waiting, sentRequests } = await outbox.read();
      const record = waiting.find((one) => one.key === key);
      if (record?.inMemory) return { is: 'waiting', store: 'memory' };
      // It was typed after the request was saved. If it were not shown, the next keystroke would overwrite it.
      if (await drafts.isBegun()) return { is: 'none' };
      if (record) return { is: 'waiting', store: 'disk' };
      const sent = sentRequests.find((one) => one.key === key);
      return sent ? { is: 'sent', sent } : { is: 'none' };
    },

    follow(key: string, report: (change: DeliveryChange) => void): Unsubscribe {
      const newChange = createDeliveryChanges(key);
      let last = '';
      let goesOn = false;
      const reportGoesOn = (record: OutboxSummary) => {
        if (goesOn === Boolean(record.goesOn)) return;
        goesOn = !goesOn;
        report({ type: 'delivery.detached', goesOn });
      };
      const reportIfNew = (change: DeliveryChange | undefined) => {
        if (!change || JSON.stringify(change) === last) return;
        last = JSON.stringify(change);
        report(change);
      };
      return outbox.follow(
        (lists) => {
          lists.waiting.filter((record) => record.key === key).forEach(reportGoesOn);
          reportIfNew(newChange(lists));
        },
        (error) => reportIfNew({ type: 'delivery.unknown', error }),
      );
    },
  };
}

/**
 * What the outbox's lists mean for one saved request: what has happened to it, as an event for the form. Undefined
 * while the delivery has no result yet. It remembers what the server had of the request, which is all that is known
 * once the record is gone.
 */
export function createDeliveryChanges(key: string) {
  let arrived: Sent | undefined;
  return ({ waiting, sentRequests }: OutboxLists): DeliveryChange | undefined => {
    const record = waiting.find((one) => one.key === key);
    if (record) {
      arrived = whatArrived(record) ?? arrived;
      return changeOf(record);
    }
    const sent = sentRequests.find((one) => one.key === key);
    if (sent) return { ...sent, type: 'delivery.sent' };
    return { type: 'delivery.removed', ...(arrived && { arrived }) };
  };
}

/** What the server has of a request that waits: at least its text. Its pictures belong to it when all have arrived. */
function whatArrived({ key, id, step, imageNames: missing }: OutboxSummary): Sent | undefined {
  if (step === 'create') return undefined;
  return { key, id, ...(missing.length > 0 && { missing }) };
}

function changeOf(record: OutboxSummary): DeliveryChange | undefined {
  const { needsAttention: attention, notBefore, progress, step, isAwaiting } = record;
  if (attention) return { type: 'delivery.refused', attention };
  const hasTextArrived = step !== 'create';
  // It is not due while it waits for a file, and nothing is wrong with it.
  if (isAwaiting && hasTextArrived) return { type: 'delivery.progress', progress };
  // Without a network there may be no try at all, so `notBefore` alone is not enough. Where only the last request was
  // not answered, the try shows whether this one is.
  if (network.state() === 'offline' || notBefore > Date.now()) {
    return { type: 'delivery.postponed', hasTextArrived };
  }
  return isUploading(record) ? { type: 'delivery.progress', progress } : undefined;
}
