/** The texts of the owner's mails. This file uses neither Firebase nor SMTP, because `npm start` runs it, too. */

type Fields = Record<string, unknown>;

/** A part of a request that the owner gets a mail about: its text or its pictures. */
export interface LeadEvent {
  /** The request's number. */
  id: string;
  kind: 'text' | 'pictures';
  /** The fields of `requests/{id}`. */
  fields: Fields;
  /** When it happened, in milliseconds since 1970. */
  time: number;
  /** When the request was created, in milliseconds since 1970. */
  created: number;
}

export interface Message {
  /** With angle brackets (RFC 5322, 3.6.4). A message that is sent again keeps its id. */
  messageId: string;
  /** The id of the first message of the thread. */
  inReplyTo?: string;
  /** The visitor's e-mail address. Left out if it is not a valid one. */
  replyTo?: string;
  subject: string;
  text: string;
}

/** The data that a message needs beside the events. */
export interface Background {
  /** `services_types` of the configuration. */
  serviceTypes: unknown;
  /** Numbers of the requests that may have been sent by a program. */
  suspectIds: ReadonlySet<string>;
  /** The part after the `@` of message ids. */
  host: string;
}

/** Seconds. A person takes at least this long to fill in the form. */
const MIN_HUMAN_SECONDS = 3;

/** Whether the request with this upload ticket may have been sent by a program. It is mailed all the same. */
export function isSuspect(ticket: unknown): boolean {
  const { honeypot, seconds } = fieldsOf(ticket);
  return textOf(honeypot) !== '' || (typeof seconds === 'number' && seconds < MIN_HUMAN_SECONDS);
}

/** A message about one event. The message about the pictures is a reply to the one about the text. */
export function messageOf({ id, kind, fields }: LeadEvent, background: Background): Message {
  const { suspectIds, host } = background;
  const idOf = (kind: LeadEvent['kind']) => `<${id}.${kind}@${host}>`;
  const prefix = suspectIds.has(id) ? '[suspect] ' : '';
  const subject = `${prefix}Request ${id} from ${whoSent(fields)}`;
  const replyTo = addressOf(fields['email']);
  const common = { messageId: idOf(kind), ...(replyTo !== undefined && { replyTo }) };
  return kind === 'text'
    ? { ...common, subject, text: textOfRequest(id, fields, background) }
    : {
        ...common,
        inReplyTo: idOf('text'),
        subject: `Re: ${subject}`,
        text: textOfPictures(id, fields),
      };
}

const LINE = '-'.repeat(60);

/** One message about many events. Each event has the text that a message of its own would have. */
export function digestOf(
  events: readonly LeadEvent[],
  name: string,
  background: Background,
): Message {
  const messages = events.map((event) => messageOf(event, background));
  const ids = new Set(events.map(({ id }) => id));
  return {
    messageId: `<${name}@${background.host}>`,
    subject: `${ids.size} requests in one mail`,
    text: messages.map(({ subject, text }) => `${LINE}\n${subject}\n\n${text}`).join('\n'),
  };
}

const whoSent = (fields: Fields) => oneLine(fields['name']) || 'A visitor';

function textOfPictures(id: string, fields: Fields): string {
  const addresses = listOf(fields['files']).map((file) => oneLine(fieldsOf(file)['url']));
  const links = addresses.filter((address) => /^https?:/.test(address));
  return [`${whoSent(fields)} sent pictures with request ${id}:`, '', ...links, ''].join('\n');
}

function textOfRequest(id: string, fields: Fields, { serviceTypes }: Background): string {
  const line = (name: string) => oneLine(fields[name]);
  const names = namesOf(serviceTypes);
  const services = listOf(fields['categories']).map((id) => names.get(String(id)) ?? oneLine(id));
  return [
    `${whoSent(fields)} sent a request from the website.`,
    '',
    `Number:   ${id}`,
    `Name:     ${line('name')}`,
    `Phone:    ${line('phone')}`,
    `E-mail:   ${line('email')}`,
    `Address:  ${line('address')}`,
    ...otherTexts(fields).map(([label, text]) => `${label}: ${text}`),
    `Services: ${services.join(', ') || 'none chosen'}`,
    '',
    // Comes last, because its lines could be mistaken for the ones above.
    textOf(fields['description']),
    '',
  ].join('\n');
}

/** The fields that have a line of their own, or are no text of the visitor's. */
const KNOWN_FIELDS = [
  'id',
  'created',
  'status',
  'name',
  'email',
  'phone',
  'address',
  'description',
  'categories',
  'files',
];

/** Any other text of a request, with its field's name as words: a new field of the form needs no change here. */
function otherTexts(fields: Fields): [label: string, text: string][] {
  return Object.entries(fields)
    .filter(([name]) => !KNOWN_FIELDS.includes(name))
    .map(([name, value]): [string, string] => [labelOf(name), plain(value)])
    .filter(([, text]) => text !== '');
}

/** A text, a number, a yes or no, or a list of texts, on one line. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).filter(Boolean).join(', ');
  return oneLine(['number', 'boolean'].includes(typeof value) ? String(value) : value);
}

/** `preferredDate` becomes "Preferred date". */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function namesOf(serviceTypes: unknown): Map<string, string> {
  return new Map(
    listOf(serviceTypes)
      .map(fieldsOf)
      .map(({ id, name }) => [String(id), oneLine(name)]),
  );
}

/** The address, if it is safe in a mail header: a visitor may have typed anything. */
function addressOf(value: unknown): string | undefined {
  const address = textOf(value).trim();
  return /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(address)
    ? address
    : undefined;
}

/**
 * The text without line breaks and other control characters, so that a visitor's text in a header cannot add
 * another header.
 */
const oneLine = (value: unknown) =>
  textOf(value)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: unknown) => Object(value) as Fields;
