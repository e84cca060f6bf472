/**
 * Sends one mail of the built functions (`npm --prefix functions run build`) to each kind of trouble of real mail servers:
 * Postfix, Exim and OpenSMTPD of Debian 12. Run it as root, on a machine that may install them:
 * `node tests/functions/realServers/run.mjs`. Not in CI. Exits with 1 if an outcome is not the one below.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OUTCOMES = {
  taken: {
    21100: 'Postfix as it should be',
    21105: 'Postfix, 20 kB at most',
    21113: 'Postfix verifies recipients',
    21123: 'Postfix offers no TLS, on this machine',
    21127: 'Postfix refuses other words',
    21131: 'a filter of 25 s behind the dot',
    21300: 'Exim as it should be',
    21302: 'Exim, smtps',
    21312: 'Exim, a filter of 25 s behind the dot',
    21315: 'Exim greets after 12 s',
    21401: 'OpenSMTPD as it should be',
  },
  unread: {
    21101: 'policy service is gone, at RCPT',
    21112: 'no room on the disk, at MAIL',
    21114: 'TLS 1.0 only',
    21116: 'another certificate',
    21117: 'the sender belongs to somebody else',
    21118: 'a key that does not fit',
    21119: 'the filter is down, at RCPT',
    21120: '554 at DATA',
    21122: 'policy service is gone, at DATA',
    21124: 'authentication is down',
    21133: '421 at RCPT',
    21135: '521 at RCPT',
    21136: '421 at DATA',
    21140: '450 at RCPT, error limit 1',
    21142: 'mailbox full, at RCPT',
    21303: 'Exim, 451 as greeting',
    21304: 'Exim, 550 as greeting',
    21305: 'Exim drops at MAIL',
    21306: 'Exim drops at RCPT',
    21307: 'Exim, 451 at RCPT',
    21308: 'Exim, 550 at DATA',
    21314: 'Exim, 550 at RCPT',
    21402: 'OpenSMTPD refuses at DATA',
    21403: 'OpenSMTPD, 421 at RCPT',
    21404: 'OpenSMTPD, 550 at RCPT',
    21405: 'OpenSMTPD, 421 at MAIL',
    21407: 'OpenSMTPD, 421 as greeting',
  },
  deferred: {
    21107: 'milter: try again',
    21108: 'milter: 421',
    21121: 'policy service is gone, at the end',
    21129: 'milter dies at the end',
    21137: '421 at the end',
    21141: '451 at the end, error limit 1',
    21310: 'Exim, 451 at the end',
    21408: 'OpenSMTPD, 451 at the end',
  },
  refused: {
    21106: 'milter rejects',
    21110: 'milter: 554',
    21138: '521 at the end',
    21309: 'Exim, 550 at the end',
    21311: 'Exim drops at the end',
    21313: 'Exim, 552 at the end',
    21406: 'OpenSMTPD, 550 at the end',
  },
};

const here = fileURLToPath(new URL('.', import.meta.url));
if (process.env.MAIL_FOLDER === undefined) {
  // Node reads NODE_EXTRA_CA_CERTS only when it starts.
  const folder = mkdtempSync(join(tmpdir(), 'mail-servers-'));
  const started = spawnSync('bash', [`${here}start.sh`, folder], { stdio: 'inherit' });
  const env = { ...process.env, MAIL_FOLDER: folder, NODE_EXTRA_CA_CERTS: `${folder}/tls/c.pem` };
  const { status } =
    started.status === 0
      ? spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit', env })
      : started;
  spawnSync('bash', [`${here}stop.sh`, folder]);
  process.exit(status);
}

const functions = createRequire(new URL('../../../functions/package.json', import.meta.url));
const { SMTPServer } = functions('smtp-server');
const { sendMail } = await import(new URL('../../../functions/lib/smtp.js', import.meta.url).href);

/** The servers hand on to it what they accept. */
const onData = (stream, _session, done) => stream.resume().on('end', () => done());
new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], onData }).listen(21001);

async function outcomeAt(port) {
  const scheme = port === '21302' ? 'smtps' : 'smtp';
  const url = `${scheme}://alerts%40example.com:secret@localhost:${port}`;
  const addresses = { from: 'alerts@example.com', to: 'owner@example.com' };
  const message = { messageId: `<${port}@example.com>`, subject: 'A request', images: [] };
  const mail = { ...message, text: 'Four doors', html: '<p>Four doors</p>' };
  try {
    await sendMail({ url, ...addresses, until: Date.now() + 200_000 }, mail);
    return ['taken', ''];
  } catch (error) {
    return [error.reason ?? 'lost', error.message];
  }
}

const rows = Object.entries(OUTCOMES).flatMap(([expected, ports]) =>
  Object.entries(ports).map(async ([port, kind]) => {
    const [outcome, said] = await outcomeAt(port);
    return { port, kind, expected, outcome, said };
  }),
);
const all = await Promise.all(rows);
for (const { port, kind, expected, outcome, said } of all)
  console.log(
    `${outcome === expected ? 'as expected' : 'WRONG'}  ${port}  ${kind}: ${outcome}  ${said}`,
  );
const wrong = all.filter(({ expected, outcome }) => expected !== outcome);
console.log(`${all.length - wrong.length} of ${all.length} as expected`);
process.exit(wrong.length > 0 ? 1 : 0);
