// Nothing of value lives in React: any part of the page can be thrown away at any moment.
import type { Page } from '@playwright/test';
import { pressSend, smallPictures, successShown } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { textsOf } from '../support/foreignHands';
import { CATEGORY, choose, expectFilled, FILLED, openForm } from '../support/formActions';
import { failPart, partsOf } from '../support/mountAnew';
import { REQUEST_STATES } from '../screens/requestStates';
import { REVIEW_STATES } from '../screens/reviewStates';

/** What has the focus, and where the caret is in it. */
const focusOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element, body } = document;
    if (!element || element === body) return 'nothing';
    const caret = 'selectionEnd' in element ? ` at ${String(element.selectionEnd)}` : '';
    return `${element.id || element.textContent}${caret}`;
  });

/** Everything that a visitor has in front of them. */
async function shownOn(page: Page) {
  const elements = await page.evaluate(() => ({
    fields: [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      .filter((field) => field.type !== 'file' && field.checkVisibility())
      .map(({ name, value, checked, placeholder }) => [name, value, checked, placeholder]),
    pictures: [...document.querySelectorAll('figure img')].map((image) =>
      image.getAttribute('alt'),
    ),
    dialogs: [...document.querySelectorAll('dialog[open] h2')].map((title) => title.textContent),
    expanded: [...document.querySelectorAll('[aria-invalid]')].map(({ id }) => id),
  }));
  // A text area's text is among the fields already.
  const values = new Set(elements.fields.map(([, value]) => value));
  const texts = (await textsOf(page)).filter((text) => !values.has(text));
  return { ...elements, texts, focus: await focusOf(page) };
}

/** Their screens move on by time. The journey below fails parts while a request is being sent. */
const MOVING = ['request-creating', 'request-uploading'];
const FORM_STATES = Object.entries(REQUEST_STATES).filter(
  ([name]) => name.startsWith('request-') && !MOVING.includes(name),
);
/** The states in which a review was written. */
const WRITTEN = ['review-refused', 'review-not-sent', 'review-thanked'];
const REVIEWED = Object.entries(REVIEW_STATES).filter(([name]) => WRITTEN.includes(name));

for (const [name, open] of [...FORM_STATES, ...REVIEWED]) {
  test(
    `“${name.replaceAll('-', ' ')}” stays as it is when each part fails and is mounted anew`,
    { tag: '@full' },
    async ({ page, backend }) => {
      await open({ page, backend, look: async () => undefined });
      let before = {} as Awaited<ReturnType<typeof shownOn>>;
      // Once it stands still.
      await expect
        .poll(
          async () => {
            const last = JSON.stringify(before);
            before = await shownOn(page);
            return JSON.stringify(before) === last;
          },
          { intervals: [1000] },
        )
        .toBe(true);
      // A dialog that opens again gives the focus to its heading where nothing had it.
      const expected =
        before.focus === 'nothing' ? { ...before, focus: expect.any(String) } : before;
      const parts = await partsOf(page);
      expect(parts).toContain('the notices');
      for (const name of parts) {
        await failPart(page, name);
        await expect.poll(() => shownOn(page), `after ${name} has failed`).toEqual(expected);
      }
    },
  );
}

test(
  'a whole request is written and sent while every part is thrown away between any two events',
  { tag: '@full' },
  async ({ page, requestsStored }) => {
    // One part after the other, so that each meets many moments.
    let turn = 0;
    const failNextPart = async () => {
      const parts = await partsOf(page);
      await failPart(page, parts[turn % parts.length]!);
      turn += 1;
    };
    const again = async () => {
      const focused = await focusOf(page);
      await failNextPart();
      await expect.poll(() => focusOf(page)).toBe(focused);
    };
    await page.goto('/');
    await openForm(page);
    await again();
    for (const [name, text] of Object.entries(FILLED)) {
      const field = page.locator(`form [name=${name}]`);
      await field.focus();
      const half = Math.ceil(text.length / 2);
      await page.keyboard.insertText(text.slice(0, half));
      await again();
      // The focus and the caret are where they were.
      await page.keyboard.insertText(text.slice(half));
      await again();
    }
    await page.getByLabel(CATEGORY).check();
    await again();
    const [picture] = await smallPictures(1);
    await choose(page, [picture!]);
    await again();
    await page.getByRole('button', { name: 'Clear form' }).click();
    await again();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await again();
    await expectFilled(page);
    await expect(page.getByLabel(CATEGORY)).toBeChecked();
    await expect(page.getByTestId('image-preview')).toHaveCount(1);
    await pressSend(page);
    // The screens move on by themselves now, and the last one takes the focus.
    await failNextPart();
    const hasMovedOn = async () =>
      ['nothing', 'Request created sucessfully'].includes(await focusOf(page));
    await expect.poll(hasMovedOn).toBe(true);
    await successShown(page);
    await again();
    await expect(page.getByText('What you sent')).toBeVisible();
    const [request, ...others] = requestsStored();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ ...FILLED, files: [{}] });
    expect(request!.categories).toHaveLength(1);
  },
);
