import { MAX_CATEGORIES } from '../domain/constants';
import { TEXT_FIELD_NAMES, textField } from '../domain/requestFields';
import type { OutboxSummary } from '../ports/outbox';

/** Cuts a record's fields to the limits of the form, because a damaged record may hold megabytes. */
export function cutToLimits(record: OutboxSummary): OutboxSummary {
  const { fields } = record;
  const texts = TEXT_FIELD_NAMES.map((name) => [
    name,
    fields[name].slice(0, textField(name).limit),
  ]);
  const categories = fields.categories.slice(0, MAX_CATEGORIES);
  return { ...record, fields: { ...fields, ...Object.fromEntries(texts), categories } };
}
