import { cleanText } from '../../domain/cleanText';
import { TEXT_FIELD_NAMES, textField, type RequestFields } from '../../domain/requestFields';
import type { ServiceType } from '../../domain/types';
import { namesOf } from './useServiceTypes';

/** What a request says: label and text of everything that was filled in, as it is sent. */
export function requestRows(
  fields: RequestFields,
  types: readonly ServiceType[],
): [label: string, text: string][] {
  const rows = TEXT_FIELD_NAMES.map((name): [string, string] => [
    textField(name).label,
    cleanText(name, fields[name]),
  ]);
  rows.push(['Services', namesOf(fields.categories, types).join(', ')]);
  return rows.filter(([, text]) => text !== '');
}
