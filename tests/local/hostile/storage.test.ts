/** Storage answers hostile requests exactly, and keeps what it has. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../../src/domain/limits';
import { IMAGE_TYPES } from '../../../src/domain/validation';
import { objectPath, startStorage, type StorageServer } from '../storageServer';
import { reading, sessions } from './storageSessions';
import { contents, names } from './storageUploads';
import { FOLDER, PUBLIC, SENT, TAKEN } from './storageWire';

const cases = [...names, ...contents, ...sessions, ...reading];

let server: StorageServer;
beforeEach(async () => {
  server = await startStorage();
  server.objects.put(PUBLIC, Buffer.from('cover'), { contentType: 'image/jpeg' }, 'public-token');
  server.objects.put(TAKEN, Buffer.from('taken'), { contentType: 'image/jpeg' }, 'the-token');
  server.documents.set(`requests/${SENT}`, {
    files: { arrayValue: { values: [{ stringValue: 'x' }] } },
  });
});
afterEach(() => server.close());

/** Status and, of an error, its message. */
async function answer(response: Response): Promise<string> {
  const body = await response.text();
  if (response.ok) return String(response.status);
  const { error } = JSON.parse(body) as { error: { code: number; message: string } };
  expect(error.code).toBe(response.status);
  return `${response.status} ${error.message}`;
}

const stored = () =>
  server.objects.list().map((object) => [object.name, server.objects.bytes(object).toString()]);

describe(`${cases.length} hostile cases against Storage`, () => {
  it.each(cases)('%s: %s', async (_what, expected, attack) => {
    const before = stored();
    const response = await attack(server);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await answer(response)).toBe(expected);
    expect(stored()).toEqual(expect.arrayContaining(before));
    for (const { name, contentType, size, tokens } of server.objects.list()) {
      if ([PUBLIC, TAKEN].includes(name)) continue;
      expect(name).toMatch(new RegExp(`^${FOLDER}/[A-Za-z0-9]{10}[.](jpg|png)$`));
      expect(Object.values(IMAGE_TYPES)).toContain(contentType);
      expect(size).toBeLessThanOrEqual(MAX_IMAGE_BYTES);
      expect(tokens).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    }
  });

  it('gives a polyglot out as the picture it claims to be', async () => {
    server.objects.put(
      TAKEN,
      Buffer.from('<script>alert(1)</script>'),
      { contentType: 'image/jpeg' },
      't',
    );
    const response = await fetch(server.origin + objectPath(TAKEN, '?alt=media&token=t'));
    expect(response.headers.get('Content-Type')).toBe('image/jpeg');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('gives out a file name in any script, and half a letter', async () => {
    const contentDisposition = 'inline; filename="厨房\ud83e.jpg"';
    server.objects.put(TAKEN, Buffer.from('x'), { contentDisposition }, 't');
    const response = await fetch(server.origin + objectPath(TAKEN, '?alt=media&token=t'));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toBe(
      'inline; filename="%E5%8E%A8%E6%88%BF%EF%BF%BD.jpg"',
    );
  });
});
