import { ToolError } from './toolErrors';

/**
 * The moment that the owner has written as a date, such as 2026-05-30, with or without a time. Throws `ToolError` for
 * anything else: JavaScript reads 2026-02-30 as the second of March.
 */
export function dateOf(text: string): Date {
  const moment = new Date(text);
  const [day = ''] = text.split('T');
  const date = new Date(day);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  if (!isDay || Number.isNaN(moment.getTime()) || !/^\d{4}-\d{2}-\d{2}$/.test(day))
    throw new ToolError(`"${text}" is not a date. Write it like 2026-05-30.`);
  return moment;
}
