/** The text fields of the request form: what they show, and how the phone number is written. */
import type { Content } from '../../../machines/requestFormTypes';
import { TEXT_FIELD_NAMES, type RequestFields } from '../../domain/requestFields';
import { createTextFields } from '../../shared/form/textFields';
import { formatPhone } from '../fields/phone';

interface FormTextFieldsDeps {
  /** The content that the machine knows. */
  content(): Content;
  /** Tells the machine what these fields hold. */
  change(fields: Partial<RequestFields>): void;
}

/** The text fields of the form's elements, which React does not control. */
export const textFieldsOf = ({ content, change }: FormTextFieldsDeps) =>
  createTextFields({
    names: TEXT_FIELD_NAMES,
    shown: () => content().fields,
    replacements: () => content().replacements,
    change,
    format: (name, text) => (name === 'phone' ? formatPhone(text) : text),
  });
