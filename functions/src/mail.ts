import { createTransport } from 'nodemailer';
import type { Message } from './leadAlerts.js';

export interface MailSettings {
  /** `smtps://user:password@host:465`; what is special in an address is percent-encoded. */
  url: string;
  from: string;
  to: string;
}

/** Sends by SMTP. The promise rejects where the server did not accept the message. */
export function createMail({ url, from, to }: MailSettings) {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url, ...timeouts });
  return async ({ inReplyTo, ...message }: Message): Promise<void> => {
    const thread = inReplyTo === undefined ? {} : { inReplyTo, references: inReplyTo };
    await transport.sendMail({ ...message, ...thread, from, to });
  };
}
