import { expect, test } from 'vitest';
import { readBuildGallery } from '../../tools/build/buildGallery';
import { answerJson, serve } from '../support/httpServer';

const NAME = 'projects/demo-cabinets/databases/(default)/documents';
const TIME = '2026-01-05T12:00:00.000Z';
const CHANGED = '2026-03-01T10:00:00.123456Z';
const message = (path: string, fields: object) => ({
  document: { name: `${NAME}/${path}`, fields, createTime: TIME, updateTime: CHANGED },
  readTime: TIME,
});

test.each([
  [
    'an empty gallery is read as an empty gallery',
    200,
    [{ readTime: TIME }],
    { ok: true, value: { works: [], changed: new Map(), cards: [], reviews: new Map() } },
  ],
  [
    'a gallery that the rules refuse is reported as failed',
    403,
    [{ error: {} }],
    { ok: false, reason: 'failed' },
  ],
])('%s', async (_, status, json, read) => {
  const { config } = await serve((response) => answerJson(response, status, json));
  expect(await readBuildGallery(config)).toEqual(read);
});

test('all works and all reviews are read by one query each, without a limit', async () => {
  const { config, requests } = await serve((response, { url }) => {
    if (url.includes('/documents:runQuery')) {
      return answerJson(response, 200, [
        message('gallery/oak', { title: { stringValue: 'Oak' } }),
        message('gallery/elm', { title: { stringValue: 'Elm' } }),
      ]);
    }
    // The reviews of one work cannot be read.
    return url.includes('/gallery/oak:')
      ? answerJson(response, 200, [
          message('gallery/oak/reviews/r', { stars: { integerValue: '4' } }),
        ])
      : answerJson(response, 500, {});
  });
  const cover = { url: '' };
  const read = await readBuildGallery(config);
  expect(read).toMatchObject({
    ok: true,
    value: {
      works: [{ id: 'oak' }, { id: 'elm' }],
      changed: new Map([
        ['oak', CHANGED],
        ['elm', CHANGED],
      ]),
      cards: [
        { id: 'oak', title: 'Oak', cover },
        { id: 'elm', title: 'Elm', cover },
      ],
      reviews: new Map([['oak', [{ id: 'r', stars: 4, text: '', user: '', created: TIME }]]]),
    },
  });
  const query = (collectionId: string, direction: string) => ({
    from: [{ collectionId }],
    orderBy: [{ field: { fieldPath: 'created' }, direction }],
  });
  const asked = requests.map(({ url, body }) => [
    url.split('?')[0],
    (JSON.parse(body.toString()) as { structuredQuery: unknown }).structuredQuery,
  ]);
  expect(asked).toEqual([
    [`/v1/${NAME}:runQuery`, query('gallery', 'ASCENDING')],
    [`/v1/${NAME}/gallery/oak:runQuery`, query('reviews', 'DESCENDING')],
    [`/v1/${NAME}/gallery/elm:runQuery`, query('reviews', 'DESCENDING')],
  ]);
});
