import type { SnapshotFrom } from 'xstate';
import type { AfterClosing, UploadProgress } from '../src/domain/types';
import { isBlank } from '../src/domain/validation';
import type { createRequestForm } from './requestForm';
import type { Content, FollowedRequest, Sent, Submitted } from './requestFormContext';

export type RequestFormSnapshot = SnapshotFrom<typeof createRequestForm>;

export type View =
  | { screen: 'opening' }
  | { screen: 'form'; step: FormStep; notice: FormNotice }
  | { screen: 'creating'; isSlow: boolean; closing: AfterClosing }
  | { screen: 'uploading'; progress: UploadProgress; closing: AfterClosing }
  | { screen: 'queued'; arrived: Arrived; progress: UploadProgress; closing: AfterClosing }
  | { screen: 'success'; sent: Sent; submitted: Submitted | undefined };

/**
 * `loading`: the draft is not there yet. `saving`: the request was submitted. `reopening`: a record is put into the
 * form. In the last two nothing can be changed.
 */
export type FormStep = 'loading' | 'writing' | 'saving' | 'reopening';

export type FormNotice = 'none' | 'earlierDay' | 'storageFull';

/** What the server has of a queued request, and whether the rest is on its way: the states of `queued`. */
export type Arrived = 'nothingArrived' | 'textArrived' | 'imagesOnTheWay' | 'imagesRefused';

export function viewOf(snapshot: RequestFormSnapshot): View {
  const { progress, sent, submitted } = snapshot.context.followed;
  if (snapshot.matches({ content: { restoring: 'delivery' } })) return { screen: 'opening' };
  if (snapshot.matches({ content: 'success' }) && sent) {
    return { screen: 'success', sent, submitted };
  }
  if (snapshot.matches({ content: 'sending' })) {
    const closing = afterClosing(snapshot.context.followed);
    if (snapshot.matches({ content: { sending: 'uploading' } })) {
      return { screen: 'uploading', progress, closing };
    }
    if (snapshot.matches({ content: { sending: 'queued' } })) {
      return { screen: 'queued', arrived: arrivedOf(snapshot), progress, closing };
    }
    const isSlow = snapshot.matches({ content: { sending: { creating: 'slow' } } });
    return { screen: 'creating', isSlow, closing };
  }
  return { screen: 'form', step: stepOf(snapshot), notice: noticeOf(snapshot) };
}

const afterClosing = ({ store, goesOn }: FollowedRequest): AfterClosing => {
  if (store === 'memory') return 'isLost';
  return goesOn ? 'goesOn' : 'waits';
};

function arrivedOf(snapshot: RequestFormSnapshot): Arrived {
  const states = ['textArrived', 'imagesOnTheWay', 'imagesRefused'] as const;
  const isIn = (state: Arrived) => snapshot.matches({ content: { sending: { queued: state } } });
  return states.find(isIn) ?? 'nothingArrived';
}

function stepOf(snapshot: RequestFormSnapshot): FormStep {
  if (snapshot.matches({ content: 'restoring' })) return 'loading';
  const steps = ['saving', 'reopening'] as const;
  return steps.find((step) => snapshot.matches({ content: step })) ?? 'writing';
}

function noticeOf(snapshot: RequestFormSnapshot): FormNotice {
  const notices = ['earlierDay', 'storageFull'] as const;
  return notices.find((notice) => snapshot.matches({ content: { editing: notice } })) ?? 'none';
}

/**
 * What a reload would do now. A request in memory is not this function's matter: the page asks the outbox for those.
 */
export function harmOf(snapshot: RequestFormSnapshot): 'loss' | 'disturbance' | 'none' {
  const { content } = snapshot.context;
  const isDelivering = ['creating', 'uploading'].includes(viewOf(snapshot).screen);
  const isSaving = snapshot.matches({ content: 'saving' });
  // While the draft is loading, nothing is saved.
  const isSaved =
    snapshot.matches({ storage: 'working' }) &&
    !snapshot.matches({ content: { restoring: 'draft' } });
  const isOnlyHere =
    isWritingIn(snapshot) && !isSaved && content.changed.length > 0 && !isBlank(content);
  const isAwaiting = snapshot.matches({ files: 'awaited' });
  if (snapshot.hasTag('unsent') || isSaving || isOnlyHere || isAwaiting) return 'loss';
  return snapshot.matches({ dialog: 'open' }) || isDelivering ? 'disturbance' : 'none';
}

const isWritingIn = (snapshot: RequestFormSnapshot): boolean =>
  snapshot.context.followed.key === '';

export const awaitedIn = ({ context }: RequestFormSnapshot): string[] =>
  context.followed.awaited.map(({ name }) => name);

export const isOpenIn = (snapshot: RequestFormSnapshot): boolean =>
  snapshot.matches({ dialog: 'open' });

export const categoriesIn = ({ context }: RequestFormSnapshot): string[] =>
  context.content.fields.categories;

/** Whether there is nothing to clear. `isBlank` does not count the work that the request is about. */
export const isEmpty = (content: Content): boolean => isBlank(content) && content.subject === null;
