/** Sends messages to a real SMTP server and checks what it receives. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { sendMail } from '../lib/smtp.js';
import { PIPELINING, scripted, TROUBLES } from './mailTroubles.js';

const received = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    let source = '';
    stream.on('data', (part) => (source += part));
    stream.on('end', () => {
      const from = envelope.mailFrom.address;
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
      done();
    });
  },
});

before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
after(() => new Promise((resolve) => server.close(resolve)));

const send = (message) => {
  const url = `smtp://127.0.0.1:${server.server.address().port}`;
  const to = 'owner@cabinets.example';
  return sendMail({ url, from: 'Site <site@cabinets.example>', to, until: Infinity }, message);
};
const text = {
  messageId: '<1234567890.text@x.web.app>',
  replyTo: 'ada@example.com',
  subject: 'Request 1234567890 from Zoë',
  text: 'Number:   1234567890\n.\nBcc: x@evil.example\n\n',
  html: '<p>Zoë</p>',
  images: [],
};

test('the mails about text and pictures form one thread, and a reply goes to the visitor', async () => {
  const pictures = '<1234567890.pictures@x.web.app>';
  await send(text);
  const images = [
    { cid: '1234567890.1@x.web.app', type: 'image/jpeg', bytes: Buffer.from('JPEG') },
  ];
  await send({ ...text, messageId: pictures, inReplyTo: text.messageId, images });
  const [first, second] = received.map(({ from, to, source }) => {
    const [head, ...body] = source.split('\r\n\r\n');
    const header = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1];
    const names = [
      'Message-ID',
      'In-Reply-To',
      'References',
      'Reply-To',
      'Subject',
      'Bcc',
      'Auto-Submitted',
    ];
    // A part of another one has a boundary of its own; the texts of all parts are told here.
    const parts = [...source.matchAll(/^Content-(?:Type: ([^;\r]+)|ID: (.+)\r)/gm)];
    const types = parts.map(([, type, id]) => type ?? id);
    return { from, to, headers: names.map(header), types, body: body.join('\r\n\r\n') };
  });
  const envelope = { from: 'site@cabinets.example', to: ['owner@cabinets.example'] };
  const common = [
    'ada@example.com',
    '=?UTF-8?Q?Request_1234567890_from_Zo=C3=AB?=',
    undefined,
    'auto-generated',
  ];
  const { messageId } = text;
  const plain = 'Number:   1234567890\r\n.\r\nBcc: x@evil.example\r\n\r\n';
  const { body, ...firstHead } = first;
  assert.ok(body.includes(`\r\n\r\n${plain}`));
  assert.deepEqual(firstHead, {
    ...envelope,
    headers: [messageId, undefined, undefined, ...common],
    types: ['multipart/alternative', 'text/plain', 'text/html'],
  });
  const { body: secondBody, ...secondHead } = second;
  assert.ok(secondBody.includes(Buffer.from('JPEG').toString('base64')));
  assert.deepEqual(secondHead, {
    ...envelope,
    headers: [pictures, messageId, messageId, ...common],
    types: [
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/jpeg',
      '<1234567890.1@x.web.app>',
    ],
  });
});

/** What becomes of a mail to such a server: `taken`, `lost`, or why it was not accepted; and the error. */
async function outcomeOf(script, { patience = 30_000 } = {}) {
  const server = scripted(script);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `smtp://127.0.0.1:${server.address().port}`;
  const settings = { url, from: 'a@a.example', to: 'b@b.example', until: Date.now() + patience };
  try {
    await sendMail(settings, text);
    return { outcome: 'taken' };
  } catch (error) {
    return { outcome: error.reason ?? 'lost', error };
  } finally {
    server.close();
  }
}

/** Each kind with commands one by one, and sent together. */
for (const [outcome, kinds] of Object.entries(TROUBLES))
  for (const [kind, script] of Object.entries(kinds))
    for (const ehlo of script.ehlo ? [script.ehlo] : ['250 here', PIPELINING])
      test(`${kind}${ehlo === PIPELINING ? ', sent together' : ''}: the message is ${outcome}`, async () => {
        const { outcome: found, error } = await outcomeOf({ ...script, ehlo });
        assert.equal(found, outcome, error?.message);
      });

test('silence is ended before the run is, and a message that was read is lost then', async () => {
  const outcomes = [{ greeting: 'silence' }, { rcpt: 'silence' }, { dot: 'silence' }].map(
    async (script) => (await outcomeOf(script, { patience: 300 })).outcome,
  );
  assert.deepEqual(await Promise.all(outcomes), ['unread', 'unread', 'lost']);
});

test('a message that cannot be made is no news of the server', async () => {
  const broken = { ...text, images: [{ cid: 'x', type: undefined, bytes: [] }] };
  const url = 'smtp://127.0.0.1:1';
  const settings = { url, from: 'a@a.example', to: 'b@b.example', until: Infinity };
  await assert.rejects(sendMail(settings, broken), TypeError);
});

test('the server’s last line is told, whatever became of the connection', async () => {
  const { error } = await outcomeOf({ rcpt: '521 5.7.1 Sender is blocked, hang up' });
  assert.match(error.message, /The server’s last line: 521 5\.7\.1 Sender is blocked/);
});

test('the SIZE that is announced is the message’s', async () => {
  let announced = 0;
  const server = new SMTPServer({
    authOptional: true,
    size: 1_000_000,
    disabledCommands: ['STARTTLS'],
    onMailFrom: ({ args }, _session, done) => done(void (announced = Number(args.SIZE))),
    onData(stream, _session, done) {
      let size = 0;
      stream.on('data', (part) => (size += part.length)).on('end', () => done(null, `${size}`));
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `smtp://127.0.0.1:${server.server.address().port}`;
  await sendMail({ url, from: 'a@a.example', to: 'b@b.example', until: Infinity }, text);
  assert.ok(announced > 500 && announced < 2000, `${announced}`);
  server.close();
});

for (const [setting, url, options, words] of [
  ['smtps:// on a port without TLS', 'smtps://127.0.0.1:PORT', {}, /disagree about TLS/],
  ['a certificate that nobody signed', 'smtps://127.0.0.1:PORT', { secure: true }, /certificate/],
  ['such a certificate, STARTTLS', 'smtp://127.0.0.1:PORT', {}, /certificate/],
  ['a host that has no address', 'smtp://mail.invalid', {}, /has no address/],
  ['# in the password', 'smtp://me:a#b@127.0.0.1:PORT', {}, /# as %23/],
  ['/ in the password', 'smtp://me:a/b@127.0.0.1:PORT', {}, /\/ as %2F/],
  ['% in the password', 'smtp://me:a%b@127.0.0.1:PORT', {}, /% as %25/],
  [
    'a password that is wrong',
    'smtp://me:wrong@127.0.0.1:PORT',
    {
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      onAuth: (_a, _s, done) => done(new Error('535 no')),
    },
    /password in SMTP_URL/,
  ],
])
  test(`${setting} is named as a setting`, async () => {
    const server = new SMTPServer({ authOptional: true, logger: false, ...options });
    server.on('error', () => {});
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const settings = { from: 'a@a.example', to: 'b@b.example', until: Date.now() + 20_000 };
    const sending = sendMail(
      { ...settings, url: url.replace('PORT', server.server.address().port) },
      text,
    );
    await assert.rejects(
      sending,
      (error) => error.reason === 'unread' && words.test(error.message),
    );
    server.close();
  });

test('without TLS nothing is said to a host that is not this machine', async () => {
  const server = scripted({ star: '502 no such command' });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // It leads to this machine, and is none of its names.
  const url = `smtp://me:secret@0.0.0.0:${server.address().port}`;
  const settings = { url, from: 'a@a.example', to: 'b@b.example', until: Date.now() + 20_000 };
  await assert.rejects(sendMail(settings, text), /everybody on the way reads the password/);
  server.close();
});
