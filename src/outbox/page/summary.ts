import type { OutboxSummary } from '../../ports/outbox';
import type { UploadProgress } from '../../domain/types';
import type { PendingRequest } from '../record';

/** A record without its bytes, as screens list it. */
export function summaryOf(record: PendingRequest): OutboxSummary {
  const { key, id, fields, images, savedAt, step, attempts, notBefore } = record;
  const { needsAttention, forPage, draftId } = record;
  const missing = images.filter((image) => image.missing);
  return {
    key,
    id,
    fields,
    imageNames: images.map(({ name }) => name),
    ...(missing.length > 0 && { missing: missing.map(({ name }) => name) }),
    ...(images.some(isAwaited) && { isAwaiting: true as const }),
    savedAt,
    step,
    attempts,
    notBefore,
    progress: progressOf(record),
    ...(draftId !== undefined && { draftId }),
    ...(needsAttention && { needsAttention }),
    ...(forPage && { forPage }),
  };
}

const isAwaited = ({ missing, chosen, awaitedUntil }: PendingRequest['images'][0]) =>
  !missing && chosen !== undefined && awaitedUntil !== undefined;

/** The upload progress of the usable images. It never falls, because bytes that are sent again do not count again. */
function progressOf(record: PendingRequest): UploadProgress {
  const images = record.images.filter(({ missing }) => !missing);
  const objects = images.flatMap(({ image, thumb }) => [image, thumb]);
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    sentBytes: sum(objects.map(({ url, size, offset = 0 }) => (url === undefined ? offset : size))),
    totalBytes: sum(objects.map(({ size }) => size)),
    count: images.filter(({ image, thumb }) => image.url && thumb.url).length,
    total: images.length,
  };
}
