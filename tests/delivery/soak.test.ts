/** Some schedules of the soak, and a proof that it notices losses; `npm run soak` runs a thousand. */
import { expect, test } from 'vitest';
import type { Fetch } from '../../src/firebase/rest/httpCall';
import { backend } from './localBackend';
import { runSchedule } from './soakSchedule';

test('20 random schedules lose and double nothing', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    expect(await runSchedule(backend, seed)).toMatchObject({ lost: 0, duplicated: 0 });
  }
}, 60_000);

/** Answers that a commit has arrived, even if it has not. */
const liar: Fetch = async (url, init) =>
  url.includes(':commit')
    ? Response.json({
        commitTime: 't',
        writeResults: (JSON.parse(String(init.body)) as { writes: [] }).writes,
      })
    : fetch(url, init);

/** Creates every request a second time, under an id and with a receipt of its own. */
const doubler: Fetch = async (url, init) => {
  const body = String(init.body);
  const [, id] = /requests\/(\d{10})/.exec(body) ?? [];
  const [, receipt] = /receipts\/(\w{22})/.exec(body) ?? [];
  if (id && receipt && !body.includes('updateMask')) {
    const other = body
      .replaceAll(id, String(1e9 + (Number(id) % 1e9)))
      .replaceAll(receipt, receipt.split('').toReversed().join(''));
    await fetch(url, { ...init, body: other });
  }
  return fetch(url, init);
};

test('a lost request is noticed', async () => {
  const { requests, lost } = await runSchedule(backend, 3, liar);
  expect(lost).toBe(requests);
});

test('a doubled request is noticed', async () => {
  const { requests, duplicated } = await runSchedule(backend, 3, doubler);
  expect(duplicated).toBe(requests);
});
