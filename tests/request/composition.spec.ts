// Keyboards that compose (Japanese, Chinese, accents): the Enter that ends a composition is not the form's.
import { once } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { FILLED, fillForm } from '../support/formActions';

test.use({ serviceWorkers: 'block' });

test(
  'the Enter that takes a composed text sends nothing, the next one sends',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    await page.goto('/#request-service');
    await fillForm(page, { ...FILLED, name: '' });
    const name = page.getByLabel('Name');
    await name.focus();
    const keyboard = await context.newCDPSession(page);
    const compose = () => {
      const caret = { selectionStart: 3, selectionEnd: 3 };
      return keyboard.send('Input.imeSetComposition', { text: 'たなか', ...caret });
    };
    const take = () => keyboard.send('Input.insertText', { text: '田中' });
    /** The key as the keyboard's program has taken it: its code is 229. */
    const enter = async () => {
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
      await keyboard.send('Input.dispatchKeyEvent', { ...key, type: 'rawKeyDown' });
      await keyboard.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
    };
    await page.evaluate(() => {
      const submits = { count: 0 };
      Object.assign(globalThis, { submits });
      addEventListener('submit', () => (submits.count += 1), true);
    });
    const submits = () =>
      page.evaluate(() => (globalThis as unknown as { submits: { count: number } }).submits.count);

    // Chromium and Firefox send the key before the composition ends, Safari after it.
    await compose();
    await enter();
    await take();
    await compose();
    await take();
    await enter();
    await expect(name).toHaveValue('田中田中');
    expect(await submits()).toBe(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    expect(await submits()).toBe(1);
    await once(backend, { fields: { ...FILLED, name: '田中田中', categories: [] }, pictures: [] });
  },
);
