/** The notes under the text fields. Some of them keep the request from being sent. */
import type { FieldNote } from '../../../machines/requestFormTypes';
import { textField, type TextField } from '../../domain/requestFields';
import { cleanText } from '../../domain/cleanText';
import { meantEmail } from './mailDomains';
import { shortPhoneNote } from './phone';

/** What decides a field's note. */
export interface Control {
  name: string;
  /** As it was typed; a description with the work that it names (`sentText`). */
  value: string;
  /** The browser's judgement of the cleaned text. */
  validity: Pick<ValidityState, 'typeMismatch' | 'badInput'>;
}

/** The count of characters is shown once a field is filled to this share of its limit. */
const SHOWN_FROM = 0.8;

const problem = (text: string): FieldNote => ({ text, isProblem: true });
const doubt = (text: string): FieldNote => ({
  text,
  isProblem: false,
  isDoubt: true,
  spoken: text,
});

/** The note for a field that the visitor has left or wants to send; undefined if the field needs none. */
export function noteOf({ name, value: typed, validity }: Control): FieldNote | undefined {
  const { ifEmpty, type } = textField(name as TextField);
  const value = cleanText(name as TextField, typed);
  if (value === '') return ifEmpty === undefined ? undefined : problem(ifEmpty);
  const ofEmail = type === 'email' ? emailNote(value, validity) : undefined;
  if (ofEmail) return ofEmail;
  const length = lengthNote(name as TextField, value);
  if (length?.isProblem) return length;
  const short = type === 'tel' ? shortPhoneNote(value) : undefined;
  return short === undefined ? undefined : doubt(short);
}

/** The note for an email address. Only the browser's own check keeps an address from being sent. */
function emailNote(email: string, { typeMismatch, badInput }: Control['validity']) {
  const isWrong = typeMismatch || badInput;
  const meant = meantEmail(email);
  if (!isWrong && !meant) return undefined;
  const note = isWrong
    ? problem('Please check this address. It should look like name@example.com.')
    : doubt('Is this address right?');
  if (meant) note.correction = { offer: `Did you mean ${meant.domain}?`, value: meant.address };
  return note;
}

const format = (count: number) => count.toLocaleString('en-US');

/**
 * How full a field is, once it is nearly full. It counts the cleaned text. The spoken count changes in tenths of the
 * limit, not with every key.
 */
export function lengthNote(name: TextField, value: string): FieldNote | undefined {
  const { limit } = textField(name);
  const left = limit - cleanText(name, value).length;
  const text = `${format(limit - left)} of ${format(limit)} characters`;
  if (left < 0) {
    const spoken = `Too long: ${format(limit)} characters at most.`;
    return { text: `${text}: please shorten it by ${format(-left)}.`, isProblem: true, spoken };
  }
  const tenth = limit / 10;
  const spoken = `Up to ${format(Math.ceil(left / tenth) * tenth)} characters left.`;
  return left > (1 - SHOWN_FROM) * limit ? undefined : { text, isProblem: false, spoken };
}
