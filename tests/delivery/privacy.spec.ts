/** Where a request's personal data is, and where it is not: before it is sent, and after. */
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import {
  COMMIT,
  drained,
  fillRequest,
  pressSend,
  readOutbox,
  smallPictures,
  successShown,
  type InputFile,
} from '../support/deliveryActions';
import { CATEGORY } from '../support/formActions';
import { kept } from '../support/keptTexts';

/** Words that appear nowhere else, by the field they are typed into. */
const CANARIES = {
  name: 'Canaryname Oriole',
  email: 'canarymail@example.com',
  phone: '+1 412 555 0777',
  address: '7 Canarystreet',
  description: 'Canarytext: the doors of my kitchen.',
};
const PICTURE = 'canarypicture';
/** The places of a draft with pictures. */
const DRAFTED = ['IndexedDB outbox/drafts', 'IndexedDB outbox/files'];
/** All spellings: in an address, with other blanks, cut. */
const TRACES = ['canary', 'oriole', '5550777', '555 0777', '555%200777', '555+0777'];

const traced = (text: string): boolean =>
  TRACES.some((trace) => text.toLowerCase().includes(trace));

async function pictures(): Promise<InputFile[]> {
  return (await smallPictures(2)).map((picture, index) => ({
    ...picture,
    name: `${PICTURE}-${index}.png`,
  }));
}

const placesOf = async (page: Page): Promise<string[]> => {
  const found = await kept(page);
  return [...new Set(found.filter(([, text]) => traced(text)).map(([place]) => place))].toSorted();
};

/** What the browser says and where it calls, from now on. */
function listen(context: BrowserContext) {
  const said: string[] = [];
  const addresses: string[] = [];
  context.on('console', (message: ConsoleMessage) => said.push(message.text()));
  context.on('request', (request) => {
    addresses.push(`${request.url()} ${JSON.stringify(request.headers())}`);
  });
  return { said, addresses };
}

test(
  'after a request is sent, nothing personal is left on the device, in addresses, logs or caches',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    const heard = listen(context);
    backend.faults.add({ ...COMMIT, count: 3, do: { kind: 'status', status: 403 } });
    await fillRequest(page, await pictures(), CANARIES);
    await page.getByLabel(CATEGORY).check();
    await pressSend(page);
    // A refusal is logged, without a word of the visitor's.
    await expect.poll(() => heard.said.some((text) => text.includes('was refused'))).toBe(true);
    await expect(page.getByLabel('Name')).toHaveValue(CANARIES.name);
    await pressSend(page);
    await successShown(page);
    await drained(page);

    expect(await placesOf(page)).toEqual([]);
    // In an idle moment the page notes that the visitor has seen the receipt.
    await expect
      .poll(async () => (await readOutbox(page)).sentRequests[0]?.isUnannounced)
      .toBeUndefined();
    const { sentRequests, ...others } = await readOutbox(page);
    expect(others).toEqual({ records: [], draft: { pictures: [] }, objects: 0, files: 0 });
    expect(sentRequests).toHaveLength(1);
    // A random name, a number and a time.
    expect(Object.keys(sentRequests[0]!).toSorted()).toEqual(['id', 'key', 'sentAt']);
    expect(heard.said.filter(traced)).toEqual([]);
    expect(heard.addresses.filter(traced)).toEqual([]);
    // A server's log would hold the same addresses.
    expect(
      backend.requests.filter(({ url, headers }) => traced(url + JSON.stringify(headers))),
    ).toEqual([]);

    await page.getByRole('button', { name: 'Click here to continue' }).click();
    await page.reload();
    expect(await placesOf(page)).toEqual([]);
  },
);

test(
  'while a request waits, its personal data is in the outbox and its spare only, and goes with it',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    const heard = listen(context);
    backend.faults.add({ ...COMMIT, count: 3, do: { kind: 'status', status: 503 } });
    backend.faults.add({ ...COMMIT, count: 1, do: { kind: 'captive' } });
    backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503 } });
    await fillRequest(page, await pictures(), CANARIES);
    await expect.poll(() => placesOf(page)).toEqual(DRAFTED);
    await pressSend(page);
    await expect(page.getByRole('heading', { name: 'Not sent yet, but safe' })).toBeVisible();
    await expect
      .poll(() => placesOf(page))
      .toEqual([
        'Cache Storage outbox-spares',
        'IndexedDB outbox/files',
        'IndexedDB outbox/records',
      ]);
    await page.getByRole('button', { name: 'Click here to continue' }).click();

    await page.getByRole('button', { name: /request waiting/ }).click();
    await expect(page.getByText(CANARIES.description)).toBeVisible();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog.getByText(/was deleted|already sent/)).toBeVisible();
    expect(await placesOf(page)).toEqual([]);
    expect(await readOutbox(page)).toMatchObject({ objects: 0, files: 0 });
    expect(heard.said.filter(traced)).toEqual([]);
    expect(heard.addresses.filter(traced)).toEqual([]);
  },
);
