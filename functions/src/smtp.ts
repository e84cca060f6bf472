import { createTransport } from 'nodemailer';
import { NotAccepted } from './core/leadAlerts.js';
import type { Message } from './core/mailTexts.js';

export interface MailSettings {
  /** `smtps://user:password@host:465`; characters that are special in a URL are percent-encoded. */
  url: string;
  from: string;
  to: string;
}

/** The fields that nodemailer adds to its errors (its errors.d.ts). */
interface MailError extends Error {
  /** nodemailer's own error code: `EDNS`, `EAUTH` and others. */
  code?: string;
  /** The last SMTP command that was sent to the server. */
  command?: string;
  /** The SMTP code of the server's answer. */
  responseCode?: number;
  syscall?: string;
  timeoutType?: string;
}

/** Timeouts that happen before a message can be sent. */
const EARLY_TIMEOUTS = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'];

/**
 * Sends a mail by SMTP. Rejects with `NotAccepted` if the server answered with an error, or if the message never reached
 * it. After any other error the server may have accepted the message.
 */
export async function sendMail({ url, from, to }: MailSettings, message: Message): Promise<void> {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  try {
    await createTransport({ url, ...timeouts }).sendMail({ ...mailOf(message), from, to });
  } catch (error) {
    const failed = error as MailError;
    throw isNotAccepted(failed) ? new NotAccepted(failed.message, reasonOf(failed)) : error;
  }
}

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

function isNotAccepted({ code, responseCode = 0, syscall, timeoutType = '' }: MailError): boolean {
  return (
    responseCode >= 400 ||
    syscall === 'connect' ||
    code === 'EDNS' ||
    code === 'EAUTH' ||
    EARLY_TIMEOUTS.includes(timeoutType)
  );
}

/**
 * Codes (RFC 3463) of a server that takes nothing more, whatever it is: 5.2.2 mailbox full, 5.4.5 the limit of a day
 * (https://support.google.com/a/answer/3726730).
 */
const NOT_NOW = /\b5\.(?:2\.2|4\.5)\b/;

function reasonOf({ command, responseCode, message }: MailError): NotAccepted['reason'] {
  // Only behind DATA has the server read the message.
  if (command !== 'DATA' || NOT_NOW.test(message)) return 'later';
  return responseCode !== undefined && responseCode >= 500 ? 'refused' : 'unknown';
}
