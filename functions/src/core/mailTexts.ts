/** The owner's mails: subject, plain text, and the HTML beside it (mailHtml.ts). */
import { HOUR_MS, readableTime, type EpochMs } from './epochTime.js';
import {
  addressOf,
  fieldsOf,
  IN_A_DIGEST,
  listOf,
  numberOf,
  oneLine,
  otherTexts,
  servicesOf,
  shortened,
  textOf,
  townOf,
  whoSent,
  type Fields,
} from './leadFields.js';
import { phoneOf, typedNumber } from './phoneNumbers.js';
import { hasMisplacedAddress, withBrokenAddresses } from './misplacedAddresses.js';
import { htmlOfDigest, htmlOfMessage, htmlOfNumbers, requestCount } from './mailHtml.js';
import { reasonIn, type Kind, type Reason } from './marks.js';

export interface LeadEvent {
  id: string;
  kind: Kind;
  fields: Fields;
  time: EpochMs;
  created: EpochMs;
}

/** `program`: it may have been sent by one. `address`: a web address stands where the owner reads us. */
export type Suspicion = 'program' | 'address';

export interface JudgedEvent extends LeadEvent {
  suspicion: Suspicion | undefined;
}

export interface Thumbnail {
  /** `image/jpeg` */
  type: string;
  bytes: Uint8Array;
}

/** A picture that a message's HTML names by `cid:` and this id (RFC 2392). */
export interface Image extends Thumbnail {
  cid: string;
}

export interface Message {
  /** The message's id with angle brackets (RFC 5322, 3.6.4). A message that is sent again keeps it. */
  messageId: string;
  /** The id of the first message of the thread, as a mail program needs it (RFC 5322, 3.6.4). */
  inReplyTo?: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  images: Image[];
}

export interface Background {
  /** `services_types` of the configuration, as it is stored. */
  serviceTypes: unknown;
  /** The thumbnails by the `thumbRef` of a request's files. A picture without one is a link only. */
  thumbnails: ReadonlyMap<string, Thumbnail>;
  /** The part of message ids behind the `@`. */
  messageIdHost: string;
  ownerPage: string;
  now: EpochMs;
  /** So many other requests wait for a later mail. */
  waiting: number;
  /** The same message was sent before, and no answer came. */
  isAgain: boolean;
}

export interface Lead {
  id: string;
  kind: Kind;
  fields: Fields;
  who: string;
  services: string[];
  /** What else the visitor wrote, each with a label. */
  details: [label: string, text: string][];
  isSuspect: boolean;
  notices: string[];
  pictures: Picture[];
}

export interface Picture {
  url: string;
  thumbnail?: Image;
}

/** A person takes at least so many seconds to fill in the form. */
const MIN_HUMAN_SECONDS = 3;

/** What is suspicious about a request with this upload ticket. It is mailed all the same. */
export function suspicionOf(fields: Fields, ticket: unknown): Suspicion | undefined {
  const { honeypot, seconds } = fieldsOf(ticket);
  const isQuick = typeof seconds === 'number' && seconds < MIN_HUMAN_SECONDS;
  if (hasMisplacedAddress(fields)) return 'address';
  return textOf(honeypot) !== '' || isQuick ? 'program' : undefined;
}

/** The message about one event. That about the pictures is a reply to that about the text. */
export function messageOf(given: JudgedEvent, background: Background): Message {
  const event = { ...given, fields: withBrokenAddresses(given.fields) };
  const { id, kind, fields } = event;
  const idOf = (kind: Kind) => `<${id}.${kind}@${background.messageIdHost}>`;
  const lead = leadOf(event, background);
  const replyTo = addressOf(fields);
  return {
    messageId: idOf(kind),
    ...(kind === 'pictures' && { inReplyTo: idOf('text') }),
    ...(replyTo !== undefined && { replyTo }),
    subject: subjectOf(event, background),
    text: plainTextOf(lead),
    html: htmlOfMessage(lead, background.ownerPage),
    images: lead.pictures.flatMap(({ thumbnail }) => thumbnail ?? []),
  };
}

const LINE = '-'.repeat(60);

/**
 * One message about many events. Each event has the text that a message of its own would have, shortened, and its
 * description quoted: no line of it looks like the next request.
 */
export function digestOf(
  events: readonly JudgedEvent[],
  name: string,
  background: Background,
): Message {
  const short = events.map((event) => ({
    ...event,
    fields: withBrokenAddresses(shortened(event.fields, IN_A_DIGEST)),
  }));
  const leads = short.map((event) => leadOf(event, background));
  const texts = short.map((event, index) =>
    [LINE, subjectOf(event, background), '', plainTextOf(leads[index]!, true)].join('\n'),
  );
  const names = [...new Map(leads.map(({ id, who }) => [id, who])).values()];
  const more = [...waitingLines(background), NO_REPLY];
  return {
    messageId: `<${name}@${background.messageIdHost}>`,
    subject: `${requestCount(names.length)} in one mail: ${cut(withoutBidi(names.join(', ')), 60)}`,
    text: [...more.flatMap((line) => [line, '']), ...texts].join('\n'),
    html: htmlOfDigest(leads, more, background.ownerPage),
    images: [],
  };
}

const NO_REPLY = 'A reply to this mail reaches no visitor. Each request has its own way to answer.';

/** What the owner should know when the mails of this hour are used up. */
function waitingLines({ waiting }: Background): string[] {
  if (waiting === 0) return [];
  return [
    `${waiting} more ${waiting === 1 ? 'request waits' : 'requests wait'} for the mails of the next hours, the newest and the oldest first. To write all of them into a file: npm run requests:export`,
  ];
}

/** A request in a mail without its visitor's words: only its number, its time and the digits to call. */
export interface LeadWithoutWords {
  id: string;
  kind: Kind;
  created: string;
  /** The number for `tel:`; undefined if there is none. */
  call: string | undefined;
  url: string;
}

/** Only what is known: whoever reads it decides whom to ask. */
const WHY: Record<Reason, string> = {
  refused:
    'Your mail server refused the mail with these visitors’ words, perhaps because they look like advertising.',
  deferred:
    'For three hours your mail server has put off the mail with these visitors’ words, perhaps because they look like advertising.',
  lost: 'Three times your mail server did not say whether it took the mail with these visitors’ words. Perhaps you have it.',
  large: 'The mail with these visitors’ words is too large for your mail server.',
};
const AND_THEN =
  'Their requests are stored. Their words are tried again later, each request by itself. Open them, or write all of them into a file: npm run requests:export';
const AGAIN = 'Perhaps this mail came before: your mail server did not say whether it took it.';

/** A message about requests that the mail server does not take as they are: nothing of what their visitors wrote is in it. */
export function numbersOf(
  events: readonly LeadEvent[],
  name: string,
  background: Background,
): Message {
  const all = events.map(({ id, kind, fields, created }): LeadWithoutWords => ({
    id,
    kind,
    created: readableTime(created),
    call: phoneOf(fields)?.call,
    url: `${background.ownerPage}#request-${id}`,
  }));
  const why = `${WHY[reasonIn(name) ?? 'refused']} ${AND_THEN}`;
  const lines = all.map(({ id, kind, created, call, url }) =>
    [
      `${numberOf(id)}  ${kind === 'text' ? 'request' : 'pictures'} of ${created}`,
      call === undefined ? 'No number to call.' : `Call ${call}`,
      url,
      '',
    ].join('\n'),
  );
  const count = requestCount(new Set(events.map(({ id }) => id)).size);
  const more = [...(background.isAgain ? [AGAIN] : []), ...waitingLines(background)];
  const title = `${count} without what was written`;
  return {
    messageId: `<${name}@${background.messageIdHost}>`,
    subject: title,
    text: [...more, why, '', ...lines].join('\n'),
    html: htmlOfNumbers(title, [...more, why], all, background.ownerPage),
    images: [],
  };
}

const NOTICES: Record<Suspicion, string> = {
  program: 'This may be advertising that a program has sent. Read the message before you call.',
  address:
    'A web address stands where a name, a town or a service belongs. A stranger wrote it, not your website: do not open it, and sign in nowhere for it.',
};

function leadOf(event: JudgedEvent, background: Background): Lead {
  const { id, kind, fields, created, suspicion } = event;
  const { serviceTypes, now } = background;
  const hours = Math.floor((now - created) / HOUR_MS);
  const age =
    hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${Math.floor(hours / 24)} days`;
  const [services, others] = servicesOf(fields, serviceTypes);
  const notices = [
    kind === 'text' && hours >= 1 && `Sent from the website ${age} before this mail.`,
    suspicion && NOTICES[suspicion],
  ];
  return {
    id,
    kind,
    fields,
    who: whoSent(fields),
    services,
    details: [
      ...otherTexts(fields),
      ...(others.length > 0 ? [['Asked for', others.join(', ')]] : []),
    ] as [string, string][],
    isSuspect: suspicion !== undefined,
    notices: notices.filter((notice) => typeof notice === 'string'),
    pictures: picturesOf(id, fields, background),
  };
}

/** The pictures of a request. Only addresses of the web become links. */
function picturesOf(
  id: string,
  fields: Fields,
  { thumbnails, messageIdHost }: Background,
): Picture[] {
  return listOf(fields['files'])
    .map(fieldsOf)
    .map(({ url, thumbRef }) => ({ url: oneLine(url), thumbRef: oneLine(thumbRef) }))
    .filter(({ url }) => /^https?:\/\//.test(url))
    .map(({ url, thumbRef }, index) => {
      const thumbnail = thumbnails.get(thumbRef);
      return thumbnail
        ? { url, thumbnail: { ...thumbnail, cid: `${id}.${index + 1}@${messageIdHost}` } }
        : { url };
    });
}

/** A phone shows about this many characters of a subject. */
const SUBJECT_HEAD = 40;
const SEPARATOR = ' · ';

/** Who, what and where, each shortened as far as all three need to fit, then the number. */
function subjectOf(event: JudgedEvent, background: Background): string {
  const { id, kind, fields, suspicion } = event;
  const [services] = servicesOf(fields, background.serviceTypes);
  const named = services.map(withoutBidi).filter(Boolean);
  const wanted = named.length > 0 ? named : oneLine(fields['description']);
  const suspect = suspicion ? '[suspect] ' : '';
  const head = fitted(whoSent(fields), wanted, oneLine(townOf(fields))).join(SEPARATOR);
  return `${kind === 'pictures' ? 'Re: ' : ''}${suspect}${head}${SEPARATOR}${numberOf(id)}`;
}

const graphemes = new Intl.Segmenter();
/** The first characters, more than any subject has room for. An emoji of several parts is one. */
const charactersOf = (text: string) =>
  /^[ -~]*$/.test(text)
    ? [...text]
    : [...graphemes.segment(text.slice(0, 1000))].map(({ segment }) => segment);
const lengthOf = (text: string) => charactersOf(text).length;

/** The texts that there are. What is wanted, services or a description, gives way first: one word of it says most. */
function fitted(sender: string, wanted: string[] | string, place: string): string[] {
  const [who, where] = [sender, place].map(withoutBidi) as [string, string];
  const what = withoutBidi([wanted].flat().join(', '));
  const separators = [who, what, where].filter(Boolean).length - 1;
  const room = SUBJECT_HEAD - SEPARATOR.length * separators;
  const lengths = { who: lengthOf(who), what: lengthOf(what), where: lengthOf(where) };
  const limitOfWhat = Math.max(
    room - lengths.who - lengths.where,
    sharedLimit(Object.values(lengths), room),
  );
  const isOneText = typeof wanted === 'string' || lengths.what <= limitOfWhat;
  const shortWhat = isOneText ? cut(what, limitOfWhat) : shortServices(wanted, limitOfWhat);
  const limit = sharedLimit([lengths.who, lengths.where], room - lengthOf(shortWhat));
  return [cut(who, limit), shortWhat, cut(where, limit)].filter(Boolean);
}

/** The first service, and how many more there are. Its first words say it, such as "Kitchen", and need no dots. */
function shortServices([first = '', ...others]: string[], limit: number): string {
  const more = others.length > 0 ? ` +${others.length}` : '';
  return cut(first, limit - more.length, '') + more;
}

/** The greatest length to which all texts of these lengths can be cut, so that they have room together. */
function sharedLimit(lengths: number[], room: number): number {
  const total = (limit: number) =>
    lengths.reduce((sum, length) => sum + Math.min(length, limit), 0);
  let limit = room;
  while (total(limit) > room) limit -= 1;
  return limit;
}

/**
 * The text in so many characters, if possible without a part of a word at its end. `afterWord` stands behind a whole
 * word, dots behind a part of one.
 */
function cut(text: string, limit: number, afterWord = '…'): string {
  const characters = charactersOf(text);
  if (characters.length <= limit) return text;
  const first = (count: number) => characters.slice(0, count).join('');
  // With the character behind, which may be the space that ends a word.
  const words = first(limit - afterWord.length + 1);
  const end = words.lastIndexOf(' ');
  const [kept, after] =
    end >= limit / 2 ? [words.slice(0, end), afterWord] : [first(limit - 1), '…'];
  const letters = [...kept];
  const last = letters.findLastIndex((letter) => !/[\s,;:&\p{Pd}]/u.test(letter));
  return letters.slice(0, last + 1).join('') + after;
}

/** Controls of the text's direction would turn the rest of the subject, and of the line in a list of mails. */
const withoutBidi = (text: string) => text.replaceAll(/\p{Bidi_Control}/gu, '');

const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const quoted = (text: string) =>
  text
    .split(LINE_BREAKS)
    .map((line) => `> ${line}`)
    .join('\n');

function plainTextOf(lead: Lead, isQuoted = false): string {
  const { id, kind, fields, who, services, details, notices, pictures } = lead;
  const above = notices.length === 0 ? [] : [...notices, ''];
  const sent =
    kind === 'pictures'
      ? [
          `${who} sent pictures with request ${numberOf(id)}:`,
          '',
          ...pictures.map(({ url }) => url),
        ]
      : [`${who} sent a request from the website.`];
  const line = (name: string) => oneLine(fields[name]);
  return [
    ...above,
    ...sent,
    '',
    `Name:     ${line('name')}`,
    `Phone:    ${typedNumber(fields)}`,
    `E-mail:   ${line('email')}`,
    `Address:  ${line('address')}`,
    ...details.map(([label, text]) => `${label}: ${text}`),
    `Services: ${services.join(', ') || 'none chosen'}`,
    ...(kind === 'text' ? [`Request:  ${numberOf(id)}`] : []),
    '',
    // Comes last, because its lines could be mistaken for the ones above.
    isQuoted ? quoted(textOf(fields['description'])) : textOf(fields['description']),
    '',
  ].join('\n');
}
