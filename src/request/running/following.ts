import type { DeliveryChange, FoundDelivery } from '../../../machines/requestFormTypes';
import { tabStore } from '../../lib/webStorage';
import type { Unsubscribe } from '../../ports/reads';
import type { Services } from '../../shared/services';
import { createDeliveryChanges } from './deliveryChanges';

export type Following = ReturnType<typeof createFollowing>;

/** The entry of this tab's storage with the key of the request. Without it a form that was loaded again is empty. */
const ENTRY = 'requestForm.delivery';

/** The saved request that this tab's form shows, also after a reload. */
export function createFollowing({ outbox, drafts }: Pick<Services, 'outbox' | 'drafts'>) {
  return {
    /** The key of the request that the form of this tab showed before a reload. */
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

    /** Reports what happens to the request from now on. */
    follow(key: string, report: (change: DeliveryChange) => void): Unsubscribe {
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
