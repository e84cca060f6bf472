/** Sends messages to a real SMTP server and checks what it receives. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { sendMail } from '../lib/smtp.js';

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

/**
 * A server that answers by a script: to each command the line of its name, or 250. `hang up` closes the connection
 * instead, `say, hang up` behind an answer; `silence` says nothing more. `dot` is the end of the message.
 */
function scripted(script) {
  const server = createServer((socket) => {
    let isMessage = false;
    const say = (step, usual) => {
      const line = script[step] ?? usual;
      if (line === 'silence') return;
      if (line === 'hang up') return socket.destroy();
      const [words, ending] = line.split(', ', 2);
      if (ending !== 'hang up') return socket.write(`${words}\r\n`);
      input.close();
      socket.end(`${words}\r\n`);
    };
    socket.on('error', () => {});
    const input = createInterface({ input: socket });
    say('greeting', '220 ready');
    input.on('line', (line) => {
      if (socket.writableEnded) return;
      if (isMessage && line !== '.') return;
      const step = isMessage ? 'dot' : line.slice(0, 4).trim().toLowerCase();
      isMessage = step === 'data' && /^[23]/.test(script.data ?? '354');
      // Behind a refused MAIL everything is out of order.
      const isOver = script.mail !== undefined && (step === 'rcpt' || step === 'data');
      isMessage &&= !isOver;
      say(step, isOver ? '503 no MAIL' : step === 'data' ? '354 go on' : '250 ok');
    });
  });
  return server;
}

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

const PIPELINING = '250-here\r\n250 PIPELINING';
const SIZE = '250-here\r\n250-PIPELINING\r\n250 SIZE 200';

/** Each kind with commands one by one, and sent together. */
for (const [outcome, kinds] of Object.entries({
  unread: {
    'a hang-up instead of the greeting': { greeting: 'hang up' },
    'a greeting of 451': { greeting: '451 too many connections' },
    'a greeting of 550': { greeting: '550 blocked' },
    'a greeting of 421': { greeting: '421 busy, hang up' },
    'a refused EHLO and HELO': { ehlo: '550 no', helo: '550 no' },
    'a hang-up at MAIL': { mail: 'hang up' },
    '450 at MAIL': { mail: '450 4.7.1 too much mail, said 550 5.1.1 before' },
    '452 at MAIL': { mail: '452 4.3.1 no room' },
    '421 at MAIL': { mail: '421 later, hang up' },
    '553 at RCPT': { rcpt: '553 not your sender' },
    '552 at RCPT': { rcpt: '552 5.2.2 mailbox full' },
    '451 at RCPT': { rcpt: '451 greylisted' },
    'a hang-up at RCPT': { rcpt: 'hang up' },
    '521 at RCPT, then a hang-up': { rcpt: '521 no, hang up' },
    '554 at DATA': { data: '554 access denied' },
    '451 at DATA': { data: '451 later' },
    '421 at DATA, then a hang-up': { data: '421 later, hang up' },
    'a hang-up at DATA': { data: 'hang up' },
    '354 behind a refused RCPT': {
      rcpt: '550 no such user',
      data: '354 go on',
      dot: '554 no recipients',
    },
  },
  lost: {
    'a hang-up behind the dot': { dot: 'hang up' },
    '250 at DATA, then a hang-up': { data: '250 strange', dot: 'hang up' },
  },
  refused: {
    '550 behind the dot': { dot: '550 5.7.1 spam' },
    '554 behind the dot, then a hang-up': { dot: '554 5.7.1 spam, hang up' },
    '552 behind the dot': { dot: '552 5.2.2 mailbox full' },
    '521 behind the dot': { dot: '521 no, hang up' },
  },
  deferred: {
    '451 behind the dot': { dot: '451 4.7.1 try again later' },
    '450 with 550 in its words': { dot: '450 4.2.0 said 550 5.1.1 no such user' },
    '421 behind the dot': { dot: '421 4.7.0 closing, hang up' },
  },
  tooLarge: {
    '552 at MAIL, where SIZE is announced': {
      ehlo: '250-here\r\n250 SIZE',
      mail: '552 5.3.4 too large',
    },
    'a limit that is announced': { ehlo: SIZE },
  },
  taken: {
    'a server that takes all': {},
    'a hang-up behind its answer': { dot: '250 queued, hang up' },
  },
}))
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
