/** The pictures of a record go up side by side, each before its own thumbnail. */
import { Stop, type Delivery } from './delivery';
import { newLine, uploadObject } from './uploadObject';

/** Uploads what is not there yet; where one picture cannot go on, the other ends at its next call. */
export async function upload(delivery: Delivery): Promise<void> {
  const line = newLine();
  let hasStopped = false;
  const giveWay = async () => {
    if (hasStopped) throw new Stop({ type: 'paused' });
    await delivery.giveWay();
  };
  const uploadPicture = async (index: number) => {
    try {
      for (const part of ['image', 'thumb'] as const) {
        await uploadObject({ ...delivery, giveWay }, { index, part }, line);
      }
    } catch (error) {
      hasStopped = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(
    delivery.journal.record.images.map((_, index) => uploadPicture(index)),
  );
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  // Both have ended: what matters most is what becomes of the record.
  const [first] = errors.toSorted((a, b) => weightOf(a) - weightOf(b));
  if (errors.length > 0) throw first;
}

const WEIGHTS = ['vanished', 'refused', 'retry', 'unreachable', 'wait', 'forPage', 'paused'];

/** Failures of the device come first: they are no `Stop`. */
const weightOf = (error: unknown): number =>
  error instanceof Stop ? WEIGHTS.indexOf(error.reason.type) : -1;
