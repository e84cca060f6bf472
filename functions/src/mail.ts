import { createTransport } from 'nodemailer';
import { NotAccepted } from './leadAlerts.js';
import type { Message } from './messages.js';

export interface MailSettings {
  /** `smtps://user:password@host:465`; what is special in an address is percent-encoded. */
  url: string;
  from: string;
  to: string;
}

/** What nodemailer adds to its errors (its errors.d.ts). */
interface MailError extends Error {
  /** `EDNS`, `EAUTH` and others: of nodemailer itself. */
  code?: string;
  /** What the server was told last. */
  command?: string;
  /** Of the server's answer. */
  responseCode?: number;
  syscall?: string;
  timeoutType?: string;
}

/** Before any message could be on its way. */
const EARLY_TIMEOUTS = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'];

/** Sends by SMTP. Rejects with `NotAccepted` where the server has answered so, or was never told the message. */
export function createMail({ url, from, to }: MailSettings) {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url, ...timeouts });
  return async ({ inReplyTo, ...message }: Message): Promise<void> => {
    const thread = inReplyTo === undefined ? {} : { inReplyTo, references: inReplyTo };
    try {
      await transport.sendMail({ ...message, ...thread, from, to });
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

/** For good, and for what is in it. */
const isRefused = ({ command, responseCode = 0 }: MailError) =>
  command === 'DATA' && responseCode >= 500;
