import { expect, type Page } from '@playwright/test';
import {
  forTextFields,
  TEXT_FIELD_NAMES,
  textField,
  type TextField,
} from '../../src/domain/requestFields';
import type { InputFile } from './chosenPictures';
import { png } from './makePictures';

/** The texts that the tests type into the form. */
export const FILLED: Record<TextField, string> = {
  ...forTextFields(''),
  name: 'Ana Pérez',
  email: 'ana@example.com',
  phone: '+1 412 555 0134',
  address: '12 Butler St, Lawrenceville',
  description: 'Oak kitchen, 24 doors, we would like sage.',
};
export const CATEGORY = 'Kitchen cabinets';

/** The field of that name. */
const field = (page: Page, name: TextField) => page.getByLabel(textField(name).label);

/** Fills the text fields of the open form. */
export async function fillForm(page: Page, values = FILLED): Promise<void> {
  for (const name of TEXT_FIELD_NAMES) await field(page, name).fill(values[name]);
}

/** The form contains the texts of `fillForm`. */
export async function expectFilled(page: Page): Promise<void> {
  for (const name of TEXT_FIELD_NAMES) await expect(field(page, name)).toHaveValue(FILLED[name]);
}

/** From now on the bytes of chosen files with this name never come: they are in a cloud. To be called before the page. */
export const keepInCloud = (page: Page, name: string) =>
  page.addInitScript((inCloud) => {
    const { slice } = Blob.prototype;
    Blob.prototype.slice = function (this: Blob, ...part) {
      const head = slice.apply(this, part);
      const isInCloud = this instanceof File && this.name === inCloud;
      if (isInCloud) head.arrayBuffer = () => new Promise(() => undefined);
      return head;
    };
  }, name);

/** A small picture as a file input gets it. */
export const pngFile = async (name: string, seed = 2): Promise<InputFile> => {
  return { name, mimeType: 'image/png', buffer: await png(300, 200, seed) };
};

/** Chooses files; resolves when the form shows this number of pictures. */
export async function choose(page: Page, files: InputFile[], shown = files.length): Promise<void> {
  await page.getByTestId('image-input').setInputFiles(files);
  await expect(page.getByTestId('image-preview')).toHaveCount(shown);
}

export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send request' });

/** Opens the form from the landing page's tile. */
export async function openForm(page: Page): Promise<void> {
  await page.getByTestId('tiles').getByRole('link', { name: 'Request service' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Pastes a PNG where the focus is, as part of a `text` of this type if given; resolves to whether the form took it. */
export function pastePicture(
  page: Page,
  picture: Buffer,
  text?: string,
  type = 'text/html',
): Promise<boolean> {
  return page.evaluate(
    async ([base64, text, type]) => {
      const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
      if (text) {
        clipboardData.setData('text/plain', text);
        clipboardData.setData(type!, text);
      }
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      return !document.activeElement!.dispatchEvent(paste);
    },
    [picture.toString('base64'), text, type],
  );
}

/** A file as it is handed to a page. */
export interface Plain {
  name: string;
  type: string;
  bytes: number[];
  /** So many zeros behind them, which need not come over the wire. */
  zeros?: number;
}

/** Shares files to the app as Android does: a form post to the share target. Resolves when the page that it leads to has loaded. */
export async function shareFiles(page: Page, target: string, files: Plain[]): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.evaluate(
    ([action, all]) => {
      const form = document.createElement('form');
      Object.assign(form, { action, enctype: 'multipart/form-data', method: 'POST' });
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', name: 'images', multiple: true });
      const data = new DataTransfer();
      for (const { name, type, bytes, zeros = 0 } of all) {
        data.items.add(new File([new Uint8Array(bytes), new Uint8Array(zeros)], name, { type }));
      }
      input.files = data.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [target, files] as const,
  );
  await loaded;
}
