import type { PreparedWorkPicture } from '../../src/pictures/prepareWorkPicture';
import type { KeptWork, WorkPicture } from '../../machines/workEditorContext';

/** `count` bytes that differ by `seed`. */
export const bytes = (count: number, seed: number): ArrayBuffer =>
  Uint8Array.from({ length: count }, (_, at) => (at * 31 + seed * 7) % 256).buffer;

/** A picture as it is kept. Its name begins with its number. */
export const picture = (
  number: number,
  side: WorkPicture['side'] = 'after',
  more: Partial<WorkPicture> = {},
): WorkPicture => ({ id: `id-${number}`, side, name: `${number}.jpg`, state: 'ready', ...more });

/** What picture `number` has become: 1,600 × 1,200 pixels. */
export function preparedPicture(
  number: number,
  more: Partial<PreparedWorkPicture> = {},
): PreparedWorkPicture {
  return {
    hash: `${number}`.padEnd(16, '0123456789abcdef'),
    width: 1600,
    height: 1200,
    placeholder: 'AZaz09+/'.repeat(6),
    type: 'image/webp',
    renderings: [480, 960, 1600].map((width, at) => ({
      width,
      bytes: bytes(width, number * 4 + at),
    })),
    thumb: bytes(640, number * 4 + 3),
    ...more,
  };
}

export const work = (more: Partial<KeptWork> = {}): KeptWork => ({
  title: 'Elm Street kitchen',
  day: '2026-06-05',
  pictures: [picture(1, 'before'), picture(2)],
  cover: null,
  salt: 'salt',
  isSubmitted: false,
  workId: null,
  earlierId: null,
  stored: null,
  account: 'owner@example.com',
  ...more,
});
