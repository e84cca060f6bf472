/** The settings of the mail (functions/src/core/mailSettings.ts), and how the doctor greets a mail server. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import {
  adviceOnAddresses,
  problemsWithAddresses,
  problemWithSmtpUrl,
} from '../../functions/src/core/mailSettings';
import { greetMailServer } from '../../tools/doctor/checkMail';

test.each([
  ['smtps://you%40gmail.com:abcd@smtp.gmail.com:465', undefined],
  ['smtp://mail.example.com', undefined],
  ['https://mail.example.com', /does not begin with smtps/],
  ['smtps://me:a#b@mail.example.com:465', /# as %23/],
  ['smtps://me:1#b@mail.example.com:465', /# as %23/],
  ['smtps://me:a/b@mail.example.com:465', /\/ as %2F/],
  ['smtps://me:a?b@mail.example.com:465', /\? as %3F/],
  ['smtps://me:50%@mail.example.com:465', /% as %25/],
  ['smtps://me@mail.example.com', /a user without a password/],
])('SMTP_URL %s: %s', (url, problem) => {
  if (problem) expect(problemWithSmtpUrl(url)).toMatch(problem);
  else expect(problemWithSmtpUrl(url)).toBeUndefined();
  expect(problemWithSmtpUrl(url) ?? '').not.toContain('a#b');
});

test.each([
  [{ from: 'site@example.com', to: 'ann@example.com, Ben <ben@example.com>' }, []],
  [{ from: 'Website <site@example.com>', to: '' }, [/ALERT_TO is empty/]],
  [{ from: 'site@example.com', to: 'ann' }, [/"ann" is no address/]],
  [{ from: 'site@example.com', to: 'ann@localhost' }, [/"ann@localhost" is no address/]],
  [
    { from: 'site@example.com', to: '"Byron, Ann" <ann@example.com>' },
    [/""Byron" is no address.*a name with a comma/, /no address/],
  ],
  [{ from: '', to: 'ann@example.com' }, [/ALERT_FROM: "" is no address/]],
])('the addresses %j', ({ from, to }, problems) => {
  expect(problemsWithAddresses({ from, to })).toEqual(
    problems.map((problem) => expect.stringMatching(problem)),
  );
});

test('one address as sender and recipient is advised against', () => {
  const to = 'x@example.com, You <You@gmail.com>';
  expect(adviceOnAddresses({ from: 'Website <you@gmail.com>', to })).toMatch(/both you@gmail.com/);
  expect(adviceOnAddresses({ from: 'site@example.com', to })).toBeUndefined();
});

test.each([
  ['220 ready', '250-here\r\n250 SIZE', /offers no TLS/],
  ['220 ready', '250 STARTTLS', /disagree about TLS|certificate|hung up|cannot be used/],
  ['554 no service for you', '', /answers: 554 no service for you/],
])('a mail server that says %j and %j', async (greeting, offers, problem) => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).write(`${greeting}\r\n`);
    createInterface({ input: socket }).on('line', (line) => {
      socket.write(line.startsWith('EHLO') ? `${offers}\r\n` : '220 go on\r\n');
    });
  });
  await once(server.listen(0, '0.0.0.0'), 'listening');
  const { port } = server.address() as AddressInfo;
  // It leads to this machine, and is none of its names.
  expect(await greetMailServer(`smtp://me:secret@0.0.0.0:${port}`)).toMatch(problem);
  await once(server.close(), 'close');
});

test('a port where nobody listens', async () => {
  expect(await greetMailServer('smtps://me:secret@127.0.0.1:1')).toMatch(/ECONNREFUSED/);
});
