/** Wires the effects that the request form's machine names to what carries them out. */
import { fromCallback, fromPromise } from 'xstate';
import { requestForm } from '../../../machines/requestForm';
import type {
  DeliveryChange,
  FoundDelivery,
  Reopened,
  RequestFormContext,
  SaveInput,
  SaveResult,
} from '../../../machines/requestFormTypes';
import { cleanFields } from '../../domain/cleanText';
import type { EpochMs } from '../../domain/clock';
import { LONGEST_AWAIT } from '../../domain/constants';
import { composed } from '../../domain/subject';
import { log } from '../../lib/log';
import { whenIdle } from '../../shared/loading/idle';
import type { Services } from '../../shared/services';
import type { Following } from './following';
import type { FormDraft } from './formDraft';
import type { ImageFiles } from './imageFiles';
import type { SignalCollector } from './spamSignals';

interface FormParts {
  outbox: Services['outbox'];
  draft: FormDraft;
  following: Following;
  files: ImageFiles;
  signals: SignalCollector;
}

/** The request form's machine with its effects. */
export function formWithEffects(parts: FormParts) {
  const { outbox, draft, following } = parts;
  return requestForm.provide({
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
      leaveOutAwaited: ({ context }) => awaitUntil(outbox, context, 0),
      awaitLonger: ({ context }) => awaitUntil(outbox, context, Date.now() + LONGEST_AWAIT),
      markAnnounced({ context }) {
        const { key } = context.followed;
        // Not before the page is visible: a visitor in another tab or app has not seen the screen.
        whenIdle(() => void outbox.markAnnounced([key]));
      },
    },
  });
}

/** Hands the request to the outbox, in the same task: it is saved at the press. */
async function saveRequest(
  { outbox, draft, files, signals }: FormParts,
  input: SaveInput,
): Promise<SaveResult> {
  const { images, awaited, leftOut, subject, replaces, store } = input;
  const draftId = draft.id();
  const request = {
    fields: cleanFields(composed(input)),
    ...(subject && { subject }),
    images: files.withFiles(images),
    awaited,
    leftOut,
    signals: signals.read(),
    ...(draftId !== undefined && { draftId }),
    ...(replaces !== null && { replaces }),
  };
  const result = await outbox.save(request, store);
  if (result.outcome === 'saved') {
    signals.startNext();
    draft.becomeRequest(result.store);
  }
  return result;
}

/** Tells the outbox how long the followed request waits for its files. */
function awaitUntil(
  outbox: Services['outbox'],
  { followed }: RequestFormContext,
  until: EpochMs,
): void {
  const ids = followed.awaited.map(({ id }) => id);
  outbox
    .awaitFiles(followed.key, ids, until)
    .catch((error: unknown) => log('The outbox waits for a file as long as it will.', error));
}
