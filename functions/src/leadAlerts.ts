/**
 * What the owner is mailed of a request, each once: its text when it is created, the links to its pictures
 * when they are attached. Nothing of Firebase or of mail is in here: `npm start` runs it, too.
 */

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
  /** With angle brackets (RFC 5322, 3.6.4); the same whenever this event is mailed. */
  messageId: string;
  /** The message that began the thread. */
  inReplyTo?: string;
  /** The visitor; left out where that is no address. */
  replyTo?: string;
  subject: string;
  text: string;
}

/** How far an event is. */
export interface Mark {
  state: 'sending' | 'sent';
  /** Milliseconds since 1970. */
  since: number;
}

export interface AlertDeps {
  /** Puts another mark in an event's place, atomically; resolves with the one before. */
  mark(event: LeadEvent, next: (before: Mark | undefined) => Mark): Promise<Mark | undefined>;
  /** Resolves when the mail server has accepted it. */
  send(message: Message): Promise<void>;
  /** `services_types` of the configuration. */
  serviceTypes(): Promise<unknown>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Says that nobody will try again. */
  giveUp(event: LeadEvent, error: unknown): void;
  /** What message ids end with. */
  host: string;
}

/** For so long a run has an event to itself; longer than a run may take (`timeoutSeconds`). */
const CLAIM_MS = 2 * 60_000;
/** The platform itself gives up after 24 hours, and says nothing. Until then a wrong password can be mended. */
const GIVE_UP_AFTER_MS = 20 * 3_600_000;

/** What a change of `requests/{id}` has to tell; `before` is undefined where it was created. */
export function eventOf(
  id: string,
  { before, after, time }: { before: Fields | undefined; after: Fields; time: number },
): LeadEvent | undefined {
  // An id that firestore.rules would not take is not a visitor's.
  if (!/^\d{10}$/.test(id)) return undefined;
  const isAttached = listOf(before?.['files']).length === 0 && listOf(after['files']).length > 0;
  const kind = before === undefined ? 'text' : isAttached ? 'pictures' : undefined;
  return kind && { id, kind, fields: after, time };
}

/**
 * Mails an event once, however often it arrives. Rejects where it has to arrive again: mail or database
 * failed, or another run is at it. A second mail goes out only where the mail server's acceptance was not
 * marked: its answer was lost, the run died, or the mark failed. It has the same message id.
 */
export async function alertOwner(event: LeadEvent, deps: AlertDeps): Promise<void> {
  try {
    await mailOnce(event, deps);
  } catch (error) {
    if (deps.now() - event.time < GIVE_UP_AFTER_MS) throw error;
    deps.giveUp(event, error);
  }
}

async function mailOnce(event: LeadEvent, deps: AlertDeps): Promise<void> {
  const { mark, send, serviceTypes, now, host } = deps;
  const since = now();
  const isTaken = (before: Mark | undefined): before is Mark =>
    before !== undefined && (before.state === 'sent' || since - before.since < CLAIM_MS);
  const claim: Mark = { state: 'sending', since };
  const before = await mark(event, (before) => (isTaken(before) ? before : claim));
  if (before?.state === 'sent') return;
  if (isTaken(before)) throw new Error(`Another run is mailing request ${event.id}.`);
  try {
    const types = await (event.kind === 'text' ? serviceTypes() : []);
    await send(messageOf(event, types, host));
  } catch (error) {
    // The next try need not wait until the claim has run out; where this fails, it does.
    const over = { ...claim, since: since - CLAIM_MS };
    await mark(event, (stored = claim) => (stored.since === since ? over : stored)).catch(() => {});
    throw error;
  }
  await mark(event, () => ({ state: 'sent', since: now() }));
}

function messageOf({ id, kind, fields }: LeadEvent, serviceTypes: unknown, host: string): Message {
  const idOf = (kind: LeadEvent['kind']) => `<${id}.${kind}@${host}>`;
  const line = (name: string) => oneLine(fields[name]);
  const who = line('name') || 'A visitor';
  const subject = `Request ${id} from ${who}`;
  const replyTo = addressOf(fields['email']);
  const common = { messageId: idOf(kind), ...(replyTo !== undefined && { replyTo }) };
  if (kind === 'pictures') {
    const addresses = listOf(fields['files']).map((file) => oneLine(fieldsOf(file)['url']));
    const links = addresses.filter((address) => /^https?:/.test(address));
    const text = [`${who} sent pictures with request ${id}:`, '', ...links, ''].join('\n');
    return { ...common, inReplyTo: idOf('text'), subject: `Re: ${subject}`, text };
  }
  const names = namesOf(serviceTypes);
  const services = listOf(fields['categories']).map((id) => names.get(String(id)) ?? oneLine(id));
  const lines = [
    `${who} sent a request from the website.`,
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
  ];
  return { ...common, subject, text: lines.join('\n') };
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
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: unknown) => Object(value) as Fields;
