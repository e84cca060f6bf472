import type { FieldNote } from '../../../machines/requestFormContext';
import { textField, type TextField } from '../../domain/requestFields';
import { cleanText } from '../../domain/cleanText';
import { IS_COMPLETE, shortPhoneNote } from '../../domain/phone';
import { spokenLength } from '../../shared/form/spokenLength';

export interface Control {
  name: string;
  /** The text as it was typed; a description with the work that it names (`sentText`). */
  value: string;
  /** The browser's judgement of the cleaned text. */
  validity: Pick<ValidityState, 'typeMismatch' | 'badInput'>;
}

/** The count of characters is shown once a field is filled to this share of its limit. */
const SHOWN_FROM = 0.8;

const problem = (text: string): FieldNote => ({ text, isProblem: true });
const doubt = (text: string, spoken = text): FieldNote => ({
  text,
  isProblem: false,
  isDoubt: true,
  spoken,
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
  // The spoken question has no count: it would interrupt a reader at each digit.
  if (short !== undefined) return doubt(short, IS_COMPLETE);
  return name === 'address' && !hasTown(value) ? doubt(TOWN_ASKED) : undefined;
}

const TOWN_ASKED = 'Please add the town and the ZIP code, if they are missing.';

/** Browsers fill the one field with the street alone. A town stands behind a comma, in a line of its own, or has a ZIP. */
const hasTown = (address: string): boolean => /[,\n]|\d{5}/.test(address);

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

/** How full a field is, once it is nearly full. The cleaned text counts. */
export function lengthNote(name: TextField, value: string): FieldNote | undefined {
  const { limit } = textField(name);
  const left = limit - cleanText(name, value).length;
  const spoken = spokenLength(left, limit);
  const text = `${format(limit - left)} of ${format(limit)} characters`;
  if (left < 0) {
    return { text: `${text}: please shorten it by ${format(-left)}.`, isProblem: true, spoken };
  }
  return left > (1 - SHOWN_FROM) * limit ? undefined : { text, isProblem: false, spoken };
}

/** The commonest domains of private addresses in the US, and real domains that look like a mistake for one. */
const COMMON = `
  gmail.com yahoo.com hotmail.com aol.com outlook.com icloud.com comcast.net msn.com live.com att.net
  sbcglobal.net verizon.net me.com bellsouth.net charter.net cox.net mac.com earthlink.net
  protonmail.com proton.me googlemail.com ymail.com mail.com email.com gmx.com`
  .trim()
  .split(/\s+/);

/**
 * The shortest name in which a letter is corrected: with one letter changed, a shorter one is often the name of another
 * domain.
 */
const SHORTEST_NAME = 5;

const nameOf = (domain: string): string => domain.split('.', 1)[0]!;

/** The domain that was probably meant; undefined if the typed one is right, or similar to none. */
function meantDomain(typed: string): string | undefined {
  if (typed === '' || COMMON.includes(typed)) return undefined;
  return COMMON.find((domain) => {
    const name = nameOf(domain);
    if (typed === name) return true;
    if (name.length < SHORTEST_NAME && nameOf(typed) !== name) return false;
    const isSameEnd = typed.endsWith(domain.slice(name.length));
    return isWithin(typed, domain, 1) || (isSameEnd && isWithin(typed, domain, 2));
  });
}

/** The address with the domain that was probably meant, and that domain; undefined if there is no mistake. */
export function meantEmail(email: string): { address: string; domain: string } | undefined {
  const at = email.lastIndexOf('@');
  const domain =
    at < 1
      ? undefined
      : meantDomain(
          email
            .slice(at + 1)
            .trim()
            .toLowerCase(),
        );
  return domain === undefined ? undefined : { address: email.slice(0, at + 1) + domain, domain };
}

/** Whether `a` becomes `b` by at most `most` mistakes: a letter added, left out, wrong or swapped with the next. */
function isWithin(a: string, b: string, most: number): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  if (restA === restB) return true;
  if (most === 0) return false;
  const [nextA, nextB] = [restA.slice(1), restB.slice(1)];
  const isSwapped = restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0];
  return (
    isWithin(nextA, restB, most - 1) ||
    isWithin(restA, nextB, most - 1) ||
    isWithin(nextA, nextB, most - 1) ||
    (isSwapped && isWithin(restA.slice(2), restB.slice(2), most - 1))
  );
}
