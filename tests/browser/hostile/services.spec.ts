/** A configuration that harms: the form offers what is usable of it, and sends what the rules take. */
import type { Page } from '@playwright/test';
import { Double, type Plain } from '../../../local/protoJson';
import { appStarted, once, workerControls } from '../delivery/scene';
import { FILLED, fillForm } from '../requestForm';
import { misfits } from '../states/misfits';
import { storeDocument } from '../states/state';
import { IMAGE, RUN, SCRIPT, expect, test } from './watch';

test.use({ viewport: { width: 360, height: 740 } });

const type = (id: Plain, name: Plain = `Service ${String(id)}`, icon: Plain = 'kitchen') => ({
  id,
  name,
  icon,
});
const many = Array.from({ length: 1000 }, (_, index) => type(`many-${index}`));

/** What the owner's document holds, and the services that the form offers. */
const CASES: [what: string, services: Plain | undefined, offered: string[]][] = [
  ['no services', undefined, []],
  ['nothing', null, []],
  ['a text', IMAGE, []],
  ['a number', new Double(Number.NaN), []],
  ['a map', { 0: type('a'), length: 1 }, []],
  ['an empty list', [], []],
  ['entries that are none', [null, 1, 'x', { 0: type('a') }, {}, true], []],
  ['no names', [{ id: 'a' }, type('b', ''), type('c', 7), type('d', null)], []],
  ['no ids', [{ name: 'A' }, type('', 'B'), type(null, 'C'), type({}, 'D'), type(['x'], 'E')], []],
  ['ids that the rules refuse', [type('x'.repeat(65), 'Long'), type('a\nb', 'Lines')], []],
  ['a number for an id', [type(7, 'Seven')], ['Seven']],
  ['one id twice', [type('a', 'First'), type('a', 'Second')], ['First']],
  [
    'markup',
    [type(IMAGE, SCRIPT, IMAGE), type('b', `"><svg onload=${RUN}>`)],
    [SCRIPT, `"><svg onload=${RUN}>`],
  ],
  [
    'icons like properties and addresses',
    ['__proto__', 'constructor', 'toString', `javascript:${RUN}`, '', 7, null, {}].map(
      (icon, index) => type(`icon-${index}`, `Icon ${index}`, icon),
    ),
    Array.from({ length: 8 }, (_, index) => `Icon ${index}`),
  ],
  [
    'ids like properties',
    [type('__proto__', 'Proto'), type('constructor', 'Constructor')],
    ['Proto', 'Constructor'],
  ],
  ['a word of 5,000 letters', [type('word', 'n'.repeat(5000))], ['n'.repeat(5000)]],
  [
    'turned and invisible letters',
    [type('rtl', '\u202Edesrever'), type('zero', 'a\u200Bb')],
    ['\u202Edesrever', 'a\u200Bb'],
  ],
  ['1,000 services', many, many.slice(0, 20).map(({ name }) => String(name))],
];

const offeredBy = (page: Page): Promise<string[]> =>
  page
    .locator('label:has(input[name=categories])')
    .evaluateAll((labels) => labels.map((label) => label.textContent));

test(`${CASES.length} hostile configurations`, async ({ page, backend }) => {
  await page.goto('/');
  await workerControls(page);
  await appStarted(page);
  for (const [what, services, offered] of CASES) {
    await test.step(what, async () => {
      await storeDocument(backend, 'configurations/configurations', {
        ...(services !== undefined && { services_types: services }),
      });
      const read = page.waitForResponse(/configurations\/configurations/);
      await page.evaluate(() => void (location.hash = '#request-service'));
      await (await read).finished();
      await expect.poll(() => offeredBy(page)).toEqual(offered);
      expect(await misfits(page)).toEqual([]);
      await page.evaluate(() => void (location.hash = ''));
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
});

test('every odd service chosen: sent as it is', async ({ page, backend }) => {
  const odd = [IMAGE, '__proto__', 'constructor', '\u202Ex', '🚪'.repeat(32)];
  await storeDocument(backend, 'configurations/configurations', {
    services_types: odd.map((id, index) => type(id, `Odd ${index}`)),
    // As the local seed has it: without, the rules want Google's own address.
    download_address:
      'http://(localhost|127[.]0[.]0[.][0-9]+)(:[0-9]+)?/v0/b/demo-cabinets[.]appspot[.]com/o/',
  });
  await page.goto('/#request-service');
  await workerControls(page);
  await fillForm(page);
  for (const index of odd.keys()) await page.getByLabel(`Odd ${index}`).check();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Request created sucessfully')).toBeVisible();
  await once(backend, { fields: { ...FILLED, categories: odd }, hashes: [] });
});
