/**
 * The three settings of the mail, as the owner has written them: SMTP_URL, ALERT_FROM and ALERT_TO. The functions, the
 * setup and the doctor read them by the same rules. This file uses neither Firebase nor SMTP.
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

/** `Name <address>` or an address. The name may stand between quotes. */
const MAILBOX = /^(?:"[^"<>]*"|[^"<>,@]*)<([^<>\s]*)>$/;

/** The address in `Website <site@example.com>`. */
export const addressIn = (mailbox: string): string =>
  MAILBOX.exec(mailbox.trim())?.[1] ?? mailbox.trim();

/** The addresses of ALERT_TO, each once. */
export const listedIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

const ADDRESS = /^[^\s@<>",]+@[^\s@<>",.]+(?:\.[^\s@<>",.]+)+$/;

/** What is wrong with the two lists of addresses, each as a sentence. */
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
