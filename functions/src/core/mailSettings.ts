/**
 * SMTP_URL, ALERT_FROM and ALERT_TO, as the owner has written them. The functions, the setup and the doctor read them
 * by the same rules.
 */

/** What stands behind "SMTP_URL" in a sentence about it; undefined if nothing is wrong. It repeats none of the password. */
export function problemWithSmtpUrl(text: string): string | undefined {
  if (!/^smtps?:\/\//.test(text)) return 'does not begin with smtps:// or smtp://';
  const special =
    'has a character in its password that must be written in another way: # as %23, / as %2F, ? as %3F, @ as %40, % as %25';
  // What stands in the password ends the host's name too early.
  if (!URL.canParse(text) || /%(?![\da-f]{2})/i.test(text)) return special;
  const { hostname, pathname, hash, username, password } = new URL(text);
  if (hash !== '' || !['', '/'].includes(pathname)) return special;
  if (hostname === '') return 'names no host';
  if ((username === '') !== (password === ''))
    return 'has a user without a password, or the other way';
  return undefined;
}

/** No password goes over a network then. */
export const isLoopback = (smtpUrl: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(smtpUrl).hostname);

/** An error of nodemailer's: its own code, and the one that Node gave it, such as `CERT_HAS_EXPIRED`. */
interface SmtpError {
  code?: string;
  originalCode?: string;
  message: string;
}

/** The setting that such an error comes from; undefined if it is none. */
export function settingBehind({ code, originalCode = '', message }: SmtpError): string | undefined {
  if (originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'SMTP_URL and this port disagree about TLS: smtps:// goes with port 465 mostly, smtp:// with 587.';
  if (/^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/.test(originalCode))
    return 'The mail server’s certificate is not one for the host in SMTP_URL, has expired or is signed by nobody known: use the host name that your provider gives, or have the certificate renewed.';
  // A server that has its fill may answer 454 to STARTTLS.
  if (code === 'ETLS' && !/ 4\d\d /.test(message))
    return 'The mail server offers no TLS on the port in SMTP_URL, and without it everybody on the way reads the password.';
  if (code === 'EAUTH') return 'The user or the password in SMTP_URL is not right.';
  if (code === 'EDNS') return 'The host in SMTP_URL has no address.';
  if (code === 'ETIMEDOUT' && message.startsWith('Greeting'))
    return 'Perhaps this port begins with TLS: write smtps:// in SMTP_URL, mostly with port 465.';
  return undefined;
}

/** `Name <address>` or an address. The name may stand between quotes. */
const MAILBOX = /^(?:"[^"<>]*"|[^"<>,@]*)<([^<>\s]*)>$/;

export const addressIn = (mailbox: string): string =>
  MAILBOX.exec(mailbox.trim())?.[1] ?? mailbox.trim();

export const listedIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

const ADDRESS = /^[^\s@<>",]+@[^\s@<>",.]+(?:\.[^\s@<>",.]+)+$/;

export function problemsWithAddresses({ from, to }: { from: string; to: string }): string[] {
  const listed = listedIn(to);
  const wrong = listed.filter((mailbox) => !ADDRESS.test(addressIn(mailbox)));
  return [
    ...(listed.length === 0 ? ['ALERT_TO is empty: nobody gets a mail.'] : []),
    ...wrong.map(
      (mailbox) =>
        `ALERT_TO: "${mailbox}" is no address. Commas stand between addresses; a name with a comma cannot be used.`,
    ),
    ...(ADDRESS.test(addressIn(from)) ? [] : [`ALERT_FROM: "${from}" is no address.`]),
  ];
}

/**
 * What the owner should know about one address for both. A mail that the server has accepted and cannot deliver, because
 * the mailbox is full for example, comes back to the sender: into the same mailbox, that is nowhere.
 */
export function adviceOnAddresses({ from, to }: { from: string; to: string }): string | undefined {
  const sender = addressIn(from).toLowerCase();
  return listedIn(to).some((mailbox) => addressIn(mailbox).toLowerCase() === sender)
    ? `ALERT_FROM and ALERT_TO are both ${sender}: news of mails that could not be delivered is lost, and "Reply" in your mail program may go to yourself (use the mail’s own Reply button). Better is another address of yours that you read.`
    : undefined;
}
