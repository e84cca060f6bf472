/** What is said under a text field, and what keeps it from being sent. */
import { textField, type TextField } from '../domain/requestFields';
import { isAboutAlone } from './description';
import { meantAddress } from './mailDomains';
import { shortPhoneNote } from './phone';

export interface FieldNote {
  text: string;
  /** It has to be mended before the request is sent. */
  isProblem: boolean;
  /** What screen readers are told as it comes up, where the focus does not bring it. */
  spoken?: string;
  /** It asks about what may be a mistake, and stops nobody. */
  isDoubt?: true;
  /** What was probably meant, and the words that offer it. */
  correction?: { offer: string; value: string };
}

/** A field's element, as far as it says how it stands. */
export interface Control {
  name: string;
  value: string;
  validity: Pick<ValidityState, 'typeMismatch' | 'badInput'>;
}

/** Part of a limit from which on it is told how much is left. */
const NEAR = 0.8;

const problem = (text: string): FieldNote => ({ text, isProblem: true });
const doubt = (text: string): FieldNote => ({
  text,
  isProblem: false,
  isDoubt: true,
  spoken: text,
});

/** Whether a field says nothing: it is empty, or only names the work that the visitor came from. */
export const isUnfilled = (value: string): boolean => value.trim() === '' || isAboutAlone(value);

/** The note for a field that the visitor has left or wants to send; undefined when there is nothing to say. */
export function noteOf({ name, value, validity }: Control): FieldNote | undefined {
  const { missing, type } = textField(name as TextField);
  if (isUnfilled(value)) return missing === undefined ? undefined : problem(missing);
  if (type === 'email') {
    const meant = meantAddress(value);
    // The browser's own check, which is all that keeps an address from being sent.
    const note =
      validity.typeMismatch || validity.badInput
        ? problem('Please check this address. It should look like name@example.com.')
        : meant && doubt('Is this address right?');
    if (note) return meant ? { ...note, correction: offerOf(meant) } : note;
  }
  const length = lengthNote(name as TextField, value);
  if (length?.isProblem) return length;
  const short = type === 'tel' ? shortPhoneNote(value) : undefined;
  return short === undefined ? undefined : doubt(short);
}

const offerOf = ({ domain, address }: NonNullable<ReturnType<typeof meantAddress>>) => ({
  offer: `Did you mean ${domain}?`,
  value: address,
});

const format = (count: number) => count.toLocaleString('en-US');

/** How full a field is, once that is worth telling. It is spoken in tenths, not with every key. */
export function lengthNote(name: TextField, value: string): FieldNote | undefined {
  const { limit } = textField(name);
  const left = limit - value.length;
  const text = `${format(limit - left)} of ${format(limit)} characters`;
  if (left < 0) {
    const spoken = `Too long: ${format(limit)} characters at most.`;
    return { text: `${text}: please shorten it by ${format(-left)}.`, isProblem: true, spoken };
  }
  const tenth = limit / 10;
  const spoken = `Up to ${format(Math.ceil(left / tenth) * tenth)} characters left.`;
  return left > (1 - NEAR) * limit ? undefined : { text, isProblem: false, spoken };
}
