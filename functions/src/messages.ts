/** What the owner's mail says. Nothing of Firebase or of mail is in here: `npm start` shows it, too. */

type Fields = Record<string, unknown>;

/** Something that the owner is told. */
export interface LeadEvent {
  /** The request's number. */
  id: string;
  kind: 'text' | 'pictures';
  /** The request's document. */
  fields: Fields;
  /** When it happened, milliseconds since 1970. */
  time: number;
}

export interface Message {
  /** With angle brackets (RFC 5322, 3.6.4); the same whenever this message is sent. */
  messageId: string;
  /** The message that began the thread. */
  inReplyTo?: string;
  /** The visitor; left out where that is no address. */
  replyTo?: string;
  subject: string;
  text: string;
}

/** What is read for a message, beside the events. */
export interface Background {
  /** `services_types` of the configuration. */
  serviceTypes: unknown;
  /** Numbers of requests that a program may have sent. */
  suspects: ReadonlySet<string>;
  /** What message ids end with. */
  host: string;
}

/** People take longer for the form. Seconds. */
const FASTEST_PERSON = 3;

/** Whether a program may have sent the request of this upload ticket: nobody is refused for it. */
export function isSuspect(ticket: unknown): boolean {
  const { honeypot, seconds } = fieldsOf(ticket);
  return textOf(honeypot) !== '' || (typeof seconds === 'number' && seconds < FASTEST_PERSON);
}

/** One event as a message of its own; its pictures answer its text. */
export function messageOf({ id, kind, fields }: LeadEvent, background: Background): Message {
  const { suspects, host } = background;
  const idOf = (kind: LeadEvent['kind']) => `<${id}.${kind}@${host}>`;
  const mark = suspects.has(id) ? '[suspect] ' : '';
  const subject = `${mark}Request ${id} from ${whoSent(fields)}`;
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

/** Many events in one message, each as it would stand in its own. */
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
    `Services: ${services.join(', ') || 'none chosen'}`,
    '',
    // Last: its lines could pass for others.
    textOf(fields['description']),
    '',
  ].join('\n');
}

function namesOf(serviceTypes: unknown): Map<string, string> {
  return new Map(
    listOf(serviceTypes)
      .map(fieldsOf)
      .map(({ id, name }) => [String(id), oneLine(name)]),
  );
}

/** An address that may stand in a header by itself: what a visitor typed may be anything. */
function addressOf(value: unknown): string | undefined {
  const address = textOf(value).trim();
  return /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(address)
    ? address
    : undefined;
}

/** Without line breaks and other control characters: a visitor's text in a header adds no header. */
const oneLine = (value: unknown) =>
  textOf(value)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: unknown) => Object(value) as Fields;
