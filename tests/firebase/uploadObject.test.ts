/** One upload for visitors and owners, as an owner's page calls it: with a token, and its state in the page's memory. */
import { expect, test } from 'vitest';
import { createUploadLine, UNKNOWN_LINE } from '../../src/firebase/rest/uploadLine';
import { uploadObject, type ObjectState } from '../../src/firebase/rest/uploadObject';
import { PICTURE_CACHE_CONTROL } from '../../src/domain/workFiles';
import { SAMPLE_OWNER } from '../../tools/seed/seedDocuments';
import { backend } from '../delivery/localBackend';
import { idToken } from '../support/idToken';
import { labelOf } from '../delivery/device';
import { configOf } from '../support/httpServer';

const firebase = { sign_in_provider: 'google.com', identities: { 'google.com': ['109'] } };
const claims = { sub: 'u', user_id: 'u', email: SAMPLE_OWNER, email_verified: true, firebase };

/** Uploads a file of a work. The answers to the calls of `lose` are lost, each once. */
function owner(size: number, lose: string[] = []) {
  const bytes = new ArrayBuffer(size);
  const log: string[] = [];
  let state: ObjectState = { type: 'image/webp', size };
  let known = UNKNOWN_LINE;
  const keep = async (next: typeof known) => void (known = next);
  const object = `gallery/a-work/0123456789abcdef-${size < 1000 ? 'thumb' : '1600'}.webp`;
  const upload = () =>
    uploadObject({
      config: configOf(backend.origins.storage),
      object,
      cacheControl: PICTURE_CACHE_CONTROL,
      state: () => state,
      change: async (make) => void (state = make(state)),
      bytes: async () => bytes,
      giveWay: async () => undefined,
      authorization: async () => `Firebase ${idToken(claims)}`,
      // Each try has its own, with what the last one has learnt.
      line: createUploadLine(known, keep, () => Date.now()),
      options: {
        fetch: async (url, init) => {
          const label = labelOf(url, init);
          const answer = await fetch(url, init);
          const isLost = label === lose[0];
          log.push(isLost ? `${label}!` : label);
          if (!isLost) return answer;
          lose.shift();
          throw new TypeError('fetch failed');
        },
      },
    });
  return { upload, log, stored: () => backend.storage.get(object), known: () => known };
}

const settings = { contentType: 'image/webp', cacheControl: PICTURE_CACHE_CONTROL };

test('what fits one request goes in one', async () => {
  const { upload, log, stored } = owner(500);
  expect(await upload()).toBeUndefined();
  expect(stored()).toMatchObject({ ...settings, size: 500 });
  expect(log).toEqual(['whole']);
});

test('a larger file goes in chunks, and goes on where the last answer was lost', async () => {
  const { upload, log, stored, known } = owner(600_000, ['upload']);
  expect(await upload()).toEqual({ type: 'unreachable' });
  expect(known()).toEqual({ limit: 120_000, isAlone: true });
  expect(await upload()).toBeUndefined();
  expect(stored()).toMatchObject({ ...settings, size: 600_000 });
  expect(log).toEqual(['start', 'upload!', 'query', 'upload', 'finalize']);
});

test('a file whose last answer was lost is not sent again', async () => {
  const { upload, log, stored } = owner(500, ['whole']);
  expect(await upload()).toEqual({ type: 'unreachable' });
  expect(await upload()).toBeUndefined();
  expect(stored()).toMatchObject({ size: 500 });
  expect(log).toEqual(['whole!', 'metadata']);
});
