/** The text fields of the request form: what they show, and how the phone number is written. */
import type { ActorRefFrom } from 'xstate';
import type { requestForm } from '../../machines/requestForm';
import type { RequestFormContext } from '../../machines/requestFormTypes';
import { aboutLine } from '../domain/description';
import { TEXT_FIELD_NAMES, type RequestFields } from '../domain/requestFields';
import { createTextFields } from '../shared/textFields';
import { formatPhone, formatTyped } from './phone';

/** The text fields of the form's elements, which React does not control. */
export function textFieldsOf(actor: ActorRefFrom<typeof requestForm>) {
  const contextOf = () => actor.getSnapshot().context;
  return createTextFields({
    names: TEXT_FIELD_NAMES,
    shown: () => shownFields(contextOf()),
    replacements: () => contextOf().replacements,
    change: (fields) => actor.send({ type: 'fields.changed', fields }),
    formatTyped: (name, before, after) => (name === 'phone' ? formatTyped(before, after) : after),
    formatLeft: (name, text) => (name === 'phone' ? formatPhone(text) : text),
  });
}

/**
 * The fields as they are shown: an empty description is shown with the line that names the work. The line does
 * not count as typed until the visitor changes the description.
 */
export const shownFields = ({ fields, workTitle }: RequestFormContext): RequestFields =>
  workTitle !== null && fields.description === ''
    ? { ...fields, description: aboutLine(workTitle) }
    : fields;
