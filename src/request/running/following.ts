import type {
  DeliveryChange,
  FollowedRequest,
  FoundDelivery,
} from '../../../machines/requestFormTypes';
import type { Unsubscribe } from '../../ports/reads';
import type { Services } from '../../shared/services';
import { createDeliveryChanges } from './deliveryChanges';

export type Following = ReturnType<typeof createFollowing>;

/** The saved request that this tab's form shows, also after a reload. */
export function createFollowing({ outbox, drafts }: Pick<Services, 'outbox' | 'drafts'>) {
  return {
    /** The request that the form of this tab showed before a reload. */
    shownBefore: (): FollowedRequest | undefined =>
      withSessionStorage(
        (storage) =>
          JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as FollowedRequest | undefined,
      ),

    remember: ({ key }: FollowedRequest) =>
      withSessionStorage((storage) => storage.setItem(STORAGE_KEY, JSON.stringify({ key }))),

    forget: () => withSessionStorage((storage) => storage.removeItem(STORAGE_KEY)),

    /** What has become of the request while the page was loaded again. Rejects if the outbox cannot be read. */
    async find({ key }: FollowedRequest): Promise<FoundDelivery> {
      const { waiting, sentRequests } = await outbox.read();
      const record = waiting.find((one) => one.key === key);
      if (record?.inMemory) return { is: 'waiting', store: 'memory' };
      // It was typed after the request was saved. If it were not shown, the next keystroke would overwrite it.
      if (await drafts.isBegun()) return { is: 'none' };
      if (record) return { is: 'waiting', store: 'disk' };
      const sent = sentRequests.find((one) => one.key === key);
      return sent ? { is: 'sent', sent } : { is: 'none' };
    },

    /** Reports what happens to the request from now on. */
    follow({ key }: FollowedRequest, report: (change: DeliveryChange) => void): Unsubscribe {
      const newChange = createDeliveryChanges(key);
      let last = '';
      const reportIfNew = (change: DeliveryChange | undefined) => {
        if (!change || JSON.stringify(change) === last) return;
        last = JSON.stringify(change);
        report(change);
      };
      return outbox.follow(
        (lists) => reportIfNew(newChange(lists)),
        (error) => reportIfNew({ type: 'delivery.unknown', error }),
      );
    },
  };
}

const STORAGE_KEY = 'requestForm.delivery';

function withSessionStorage<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(sessionStorage);
  } catch {
    // Storage is blocked or full. After a reload the form is then empty, and the waiting notice shows the request.
    return undefined;
  }
}
