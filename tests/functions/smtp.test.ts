// What the functions say of a mail that some of its recipients do not get.
import { expect, test } from 'vitest';
import { createMail } from '../../functions/src/smtp';
import { startMailServer } from './deployed/mailServer';

const message = { messageId: '<1@x.example>', subject: 'S', text: 'T', html: '', images: [] };

test('each address has a mail of its own, and one that the server does not take is named', async () => {
  const server = await startMailServer();
  server.forget('left@cabinets.example');
  const errors: unknown[] = [];
  const to = ['owner', 'left', 'son'].map((name) => `${name}@cabinets.example`);
  const mail = createMail(
    { url: server.url, from: 'site@cabinets.example', to: to.join(', ') },
    (text, error) => errors.push([text, (error as Error).message]),
  );
  await mail.send(message);
  expect(server.mails.map((one) => one.to?.map(({ address }) => address))).toEqual([[to[0]]]);
  await mail.copy(message);
  await server.stop();
  expect(server.mails.map((one) => one.to?.map(({ address }) => address))).toEqual([
    [to[0]],
    [to[2]],
  ]);
  expect(errors).toEqual([
    ['An alert has not reached left@cabinets.example.', expect.stringContaining('No such user')],
  ]);
});
