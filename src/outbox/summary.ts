import { FIELD_LIMITS, MAX_CATEGORIES } from '../domain/constants';
import type { OutboxSummary } from '../domain/outbox';
import type { RequestFields } from '../domain/types';
import { TEXT_FIELDS } from '../domain/validation';
import { shownStep, type PendingRequest } from './record';
import { progressOf } from './steps';

/** A record without its bytes, as screens list it. */
export function summaryOf(record: PendingRequest): OutboxSummary {
  const { key, id, fields, images, savedAt, attempts, notBefore } = record;
  const { needsAttention, forPage } = record;
  return {
    key,
    id,
    fields: withinLimits(fields),
    imageNames: images.map(({ name }) => name),
    savedAt,
    step: shownStep(record),
    attempts,
    notBefore,
    progress: progressOf(record),
    ...(needsAttention && { needsAttention }),
    ...(forPage && { forPage }),
  };
}

/** What no form has let in is only listed: a screen need not lay out megabytes. */
function withinLimits(fields: RequestFields): RequestFields {
  const texts = TEXT_FIELDS.map((name) => [name, fields[name].slice(0, FIELD_LIMITS[name])]);
  const categories = fields.categories.slice(0, MAX_CATEGORIES);
  return { ...fields, ...Object.fromEntries(texts), categories };
}
