// What the functions say of a mail that some of its recipients do not get.
import { expect, test } from 'vitest';
import { createMail } from '../../functions/src/smtp';
import { startMailServer } from './deployed/mailServer';

const message = { messageId: '<1@x.example>', subject: 'S', text: 'T', html: '', images: [] };

test('an address that the server does not take is named, and the mail goes to the other', async () => {
  const server = await startMailServer();
  server.forget('left@cabinets.example');
  const errors: unknown[] = [];
  const send = createMail(
    {
      url: server.url,
      from: 'site@cabinets.example',
      to: 'owner@cabinets.example, left@cabinets.example',
    },
    (text, error) => errors.push([text, (error as Error).message]),
  );
  await send(message);
  await server.stop();
  expect(server.mails).toMatchObject([{ subject: 'S' }]);
  expect(errors).toEqual([
    [
      'No alert reaches left@cabinets.example: the mail server does not take the address.',
      expect.stringContaining('No such user'),
    ],
  ]);
});
