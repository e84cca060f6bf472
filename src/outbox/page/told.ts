import type { Receipt } from '../../domain/outbox';
import type { Connection } from '../connection';

/** The receipt of a request that the visitor knows to be sent. */
export function toldOf(receipt: Receipt): Receipt {
  const { isUntold: _, missing: __, ...told } = receipt;
  return told;
}

/** Writes the receipts of these keys as told; not in the store, because the worker has no use for it. */
export const writeTold = (connection: Connection, keys: string[]): Promise<void> =>
  connection.write(['receipts'], async (transaction) => {
    const receipts = transaction.objectStore('receipts');
    for (const key of keys) {
      const receipt = await receipts.get(key);
      if (receipt) await receipts.put(toldOf(receipt));
    }
  });
