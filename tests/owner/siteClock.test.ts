// The time by the site's own answers, whatever the phone says.
import { expect, test, vi } from 'vitest';
import { createSiteClock } from '../../src/owner/data/siteClock';

const NOON = Date.parse('2026-06-05T12:00:00Z');
const DAY = 24 * 60 * 60_000;
const headers = (more: Record<string, string>) => async () => new Headers(more);
const DATE = { Date: 'Fri, 05 Jun 2026 12:00:00 GMT' };

test.each([0, 3 * DAY, -3 * DAY])(
  'of a phone that is %i ms ahead, it is the site’s',
  async (by) => {
    let phone = NOON + by;
    const clock = createSiteClock(headers(DATE), () => phone);
    expect(clock.now()).toEqual(new Date(phone));
    expect(await clock.ask()).toEqual(new Date(NOON));
    phone += 1_500;
    expect(clock.now()).toEqual(new Date(NOON + 1_500));
  },
);

test.each([
  ['without a time', headers({})],
  ['with none that can be read', headers({ Date: 'noon' })],
  ['that a cache has kept', headers({ Date: 'Fri, 05 Jun 2026 18:00:00 GMT', Age: '21600' })],
  ['that does not come', () => Promise.reject(new TypeError('Failed to fetch'))],
])('an answer %s is logged, and what was known stays', async (_, broken) => {
  const log = vi.spyOn(console, 'error').mockReset().mockReturnValue();
  const answers = [headers(DATE), broken];
  const clock = createSiteClock(
    () => answers.shift()!(),
    () => NOON - DAY,
  );
  await clock.ask();
  expect(await clock.ask()).toEqual(new Date(NOON));
  expect(log).toHaveBeenCalledOnce();
});
