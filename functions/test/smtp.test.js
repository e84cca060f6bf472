/** Sends messages to a real SMTP server and checks what it receives. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { sendMail } from '../lib/smtp.js';

const received = [];
let answer;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    let source = '';
    stream.on('data', (part) => (source += part));
    stream.on('end', () => {
      const from = envelope.mailFrom.address;
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
      if (answer === 'none') for (const { _socket } of server.connections) _socket.destroy();
      else done(answer);
    });
  },
});

before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
after(() => new Promise((resolve) => server.close(resolve)));

const send = (message) => {
  const url = `smtp://127.0.0.1:${server.server.address().port}`;
  const to = 'owner@cabinets.example';
  return sendMail({ url, from: 'Site <site@cabinets.example>', to }, message);
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
  answer = null;
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

test('after an error answer of the server, the message counts as not accepted', async () => {
  const reasonOf = async (responseCode, words) => {
    answer = Object.assign(new Error(words), { responseCode });
    const refusal = await send(text).then(
      () => assert.fail('accepted'),
      (error) => error,
    );
    assert.equal(refusal.name, 'NotAccepted');
    assert.match(refusal.message, new RegExp(responseCode));
    return refusal.reason;
  };
  assert.equal(await reasonOf(554, '5.7.1 Spam'), 'refused');
  assert.equal(await reasonOf(552, '5.7.0 Content blocked'), 'refused');
  assert.equal(await reasonOf(451, '4.3.0 Later'), 'unknown');
  // What the server says of every message is no word about this one.
  assert.equal(await reasonOf(550, '5.4.5 Daily user sending limit exceeded'), 'later');
  assert.equal(await reasonOf(552, '5.2.2 Mailbox full'), 'later');
});

test('without a connection to the server, the message counts as not accepted', async () => {
  const closed = { url: 'smtp://127.0.0.1:1', from: 'a@a.example', to: 'b@b.example' };
  await assert.rejects(sendMail(closed, text), { name: 'NotAccepted', reason: 'later' });
});

test('when the answer of the server is lost, the message may have been accepted', async () => {
  answer = 'none';
  await assert.rejects(send(text), ({ name }) => name !== 'NotAccepted');
});
