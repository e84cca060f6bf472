import { createTransport, type SentMessageInfo } from 'nodemailer';
import { NotAccepted } from './core/leadAlerts.js';
import { isLoopback, problemWithSmtpUrl, settingBehind } from './core/mailSettings.js';
import { MESSAGE_MS } from './core/marks.js';
import type { EpochMs } from './core/epochTime.js';
import type { Message } from './core/mailTexts.js';

export interface MailSettings {
  /** `smtps://user:password@host:465`; characters that are special in a URL are percent-encoded. */
  url: string;
  from: string;
  to: string;
  /** The run must have an answer by then. */
  until: EpochMs;
}

/** The fields that nodemailer adds to its errors (its errors.d.ts). */
interface MailError extends Error {
  /** nodemailer's own error code: `EDNS`, `EAUTH` and others. */
  code?: string;
  /** The code that Node gave the error, such as `CERT_HAS_EXPIRED`. */
  originalCode?: string;
  command?: string;
  /** The SMTP code of the server's answer, such as 550. */
  responseCode?: number;
}

/** RFC 5321 (4.5.3.2) gives a greeting five minutes; nodemailer ends that wait with the one for the connection. */
const CONNECT_MS = 75_000;
/**
 * Sends a mail by SMTP, within four minutes. Rejects with `NotAccepted` if the server has not read the message, or has
 * answered it with an error. After any other error the server may have accepted it.
 */
export async function sendMail(settings: MailSettings, message: Message): Promise<void> {
  const { url, from, to, until } = settings;
  const problem = problemWithSmtpUrl(url);
  if (problem !== undefined) throw new NotAccepted(`SMTP_URL ${problem}.`, 'unread');
  // What cannot be made is no fault of the server, and must not end the run: it counts as lost.
  const built = await build({ ...mailOf(message), from, to });
  const session = listen();
  try {
    const size = built.message.length;
    await createTransport({
      url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: MESSAGE_MS,
      // Else password and words go in clear where somebody on the way takes the offer of TLS out.
      requireTLS: !isLoopback(url),
      logger: session.logger,
      debug: true,
    }).sendMail({
      raw: built.message,
      // Servers that announce a limit tell before the message that it is too large (RFC 1870).
      envelope: { ...built.envelope, size },
      signal: AbortSignal.timeout(Math.max(1, Math.min(MESSAGE_MS, until - Date.now()))),
    });
  } catch (error) {
    throw failureOf(error as MailError, session.heard());
  }
}

type Mail = Parameters<ReturnType<typeof createTransport>['sendMail']>[0];
interface Built extends SentMessageInfo {
  message: Buffer;
}

const build = (mail: Mail): Promise<Built> =>
  createTransport({ streamTransport: true, buffer: true }).sendMail(mail) as Promise<Built>;

function mailOf({ inReplyTo, images, ...message }: Message) {
  const thread = inReplyTo === undefined ? {} : { inReplyTo, references: inReplyTo };
  const attachments = images.map(({ cid, type, bytes }) => ({
    cid,
    contentType: type,
    content: Buffer.from(bytes),
    filename: `${cid.split('@', 1)[0]}.${type.split('/', 2)[1]}`,
    contentDisposition: 'inline' as const,
  }));
  // Nothing in a message may name a file or an address to read.
  const closed = { disableFileAccess: true, disableUrlAccess: true };
  // No holiday reply answers it (RFC 3834, 5).
  const headers = { 'Auto-Submitted': 'auto-generated' };
  return { ...message, ...thread, ...closed, headers, attachments };
}

interface Heard {
  /** A recipient was accepted, and DATA was answered 2xx or 3xx. */
  isRead: boolean;
  /** The code behind the message's last dot. */
  answer: number | undefined;
  last: string;
}

/**
 * Listens to a session's log. Nodemailer 10.6 gives the same error (`ECONNECTION`, `CONN`) for a server that hangs up
 * instead of its greeting, at MAIL FROM and behind the last dot; and because it sends MAIL, RCPT and DATA together,
 * "DATA" stands in the log of every refusal. Answers come in the order of the commands.
 */
function listen() {
  const asked: string[] = [];
  const heard: Heard = { isRead: false, answer: undefined, last: '' };
  let isRecipientTaken = false;
  const debug = ({ tnx }: { tnx?: string }, text: string) => {
    if (tnx === 'client') asked.push(text.slice(0, 4));
    if (tnx !== 'server') return;
    heard.last = text.split(/\r?\n/).at(-1)!;
    if (heard.isRead) heard.answer ??= Number(heard.last.slice(0, 3));
    const command = asked.shift();
    const isTaken = /^[23]/.test(heard.last);
    isRecipientTaken ||= command === 'RCPT' && isTaken;
    heard.isRead ||= command === 'DATA' && isTaken && isRecipientTaken;
  };
  // A level that is not there would be written by another one.
  const logger = { trace() {}, info() {}, warn() {}, error() {}, fatal() {}, debug };
  return { logger, heard: () => heard };
}

function failureOf(error: MailError, { isRead, answer = 0, last }: Heard): Error {
  const said = [
    error.message.trim(),
    settingBehind(error),
    last && `The server’s last line: ${last}`,
  ];
  const text = said.filter(Boolean).join(' · ');
  if (!isRead) return new NotAccepted(text, isTooLarge(error) ? 'tooLarge' : 'unread');
  if (answer >= 500) return new NotAccepted(text, 'refused');
  if (answer >= 400) return new NotAccepted(text, 'deferred');
  return new Error(text, { cause: error });
}

/** Nodemailer itself refuses what is beyond an announced limit, and has no answer then. */
const isTooLarge = ({ code, command, responseCode }: MailError) =>
  command === 'MAIL FROM' && (code === 'EMESSAGE' || responseCode === 552);
