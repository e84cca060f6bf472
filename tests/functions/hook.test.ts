/** Where the hook of the owner (functions/) may lead, and what goes there. */
import { request as plainRequest } from 'node:http';
import { expect, test } from 'vitest';
import { problemWithHook } from '../../functions/src/core/hookPosts';
import { createHook, isPublic } from '../../functions/src/hook';
import { serve } from '../support/httpServer';

test.each<[address: string, problem: string | undefined]>([
  ['https://hooks.slack.com/services/T0/B0/x', undefined],
  ['https://ntfy.sh/topic?tpl=1&m=%7B%7B.text%7D%7D', undefined],
  ['http://hooks.slack.com/x', 'it does not begin with https://'],
  ['none of it', 'it is no address'],
  ['https://a:b@hooks.slack.com/x', 'it has a user name or a password before the host'],
  ['https://hooks.slack.com:8443/x', 'it names a port'],
  ...(
    'localhost x.localhost localhost. printer.local metadata.google.internal 127.0.0.1 2130706433 0x7f.1 127.1 ' +
    '169.254.169.254 [::1] [::ffff:127.0.0.1] １２７.0.0.1 intranet nas.lan 8.8.8.8'
  )
    .split(' ')
    .map((host): [string, string] => [
      `https://${host}/x`,
      'its host is not a name of the public internet',
    ]),
])('the address %s: %s', (address, problem) => expect(problemWithHook(address)).toBe(problem));

test('a name may lead to public addresses only', () => {
  const inner =
    '10.1.2.3 127.0.0.1 169.254.169.254 172.31.0.1 192.168.1.1 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: fe80::1 fc00::1 ::ffff:10.0.0.1 64:ff9b::a00:1 2002:a00:1:: ff02::1';
  expect(inner.split(' ').filter(isPublic)).toEqual([]);
  expect(['8.8.8.8', '172.32.0.1', '2607:f8b0::1'].filter(isPublic)).toHaveLength(3);
});

test('a post has the text and nothing else, follows no redirect, and asks where the name leads', async () => {
  const { origin, requests } = await serve((answer, { url }) =>
    answer.writeHead(Number(url.slice(1)), { Location: '/200' }).end('Words'),
  );
  const leads: (string | undefined)[] = [];
  const post = (path: string) =>
    createHook(`https://hook.example${path}`, ((url: string, options: object) => {
      const { lookup, ...rest } = options as { lookup: typeof import('node:dns').lookup };
      lookup('127.0.0.1', {}, (error) => leads.push(error?.message));
      return plainRequest(origin + new URL(url).pathname, rest);
    }) as never)!('Request 1');
  await post('/204');
  for (const status of [302, 404, 429, 500])
    await expect(post(`/${status}`)).rejects.toThrow(`The hook answered ${status}.`);
  expect(requests.map(({ method, url, body }) => `${method} ${url} ${String(body)}`)).toEqual(
    [204, 302, 404, 429, 500].map((status) => `POST /${status} {"text":"Request 1"}`),
  );
  await expect
    .poll(() => new Set(leads))
    .toEqual(new Set(['127.0.0.1 leads into a private network.']));
  expect([createHook('none'), createHook('')]).toEqual([undefined, undefined]);
});
