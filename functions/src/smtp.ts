import { createTransport } from 'nodemailer';
import { NotAccepted } from './leadAlerts.js';
import type { Message } from './mailTexts.js';

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
 * Sends mails by SMTP. Rejects with `NotAccepted` if the server answered with an error, or if the message never
 * reached it. After any other error the server may have accepted the message.
 */
export function createMail({ url, from, to }: MailSettings) {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url, ...timeouts });
  return async ({ inReplyTo, images, ...message }: Message): Promise<void> => {
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
    try {
      await transport.sendMail({ ...message, ...thread, ...closed, from, to, attachments });
    } catch (error) {
      throw isNotAccepted(error as MailError)
        ? new NotAccepted((error as MailError).message, isRefused(error as MailError))
        : error;
    }
  };
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

/** Whether the server refuses the message for good (5xx) because of its content (`DATA`). */
const isRefused = ({ command, responseCode = 0 }: MailError) =>
  command === 'DATA' && responseCode >= 500;
