import { expect, test } from 'vitest';
import { readBuildGallery } from '../../tools/build/buildGallery';
import { answerJson, serve } from '../support/httpServer';

test.each([
  [
    'an empty gallery is read as an empty gallery',
    200,
    {},
    { ok: true, value: { works: [], cards: [], reviews: new Map() } },
  ],
  [
    'a gallery that the rules refuse is reported as failed',
    403,
    { error: {} },
    { ok: false, reason: 'failed' },
  ],
])('%s', async (_, status, json, read) => {
  const { config } = await serve((response) => answerJson(response, status, json));
  expect(await readBuildGallery(config)).toEqual(read);
});
