import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { judgeFile, ACCEPT, typeOfBytes } from '../../src/pictures/imageTypes';
import { givenFiles } from './givenFiles';
import { photoAsBmp } from './headerKinds';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const file = (name: string, type: string, content: BlobPart) => new File([content], name, { type });
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0]);

describe('the first bytes of a file', () => {
  it.each([
    ['GIF89a', 'image/gif'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['....ftypheic\0\0\0\0mif1heic', 'image/heic'],
    ['....ftypavif\0\0\0\0mif1avif', 'image/avif'],
    ['....ftypmif1\0\0\0\0mif1heic', 'image/heic'],
    ['....ftypmif1\0\0\0\0mif1miaf', 'image/heif'],
    ['....ftypisom\0\0\0\0isomiso2', undefined],
    ['RIFF....WAVEfmt ', undefined],
    ['%PDF-1.7', undefined],
    ['', undefined],
  ])('tell its type: %j', (text, type) => {
    expect(typeOfBytes(bytes(text))).toBe(type);
  });
});

/** Opens BMP and JPEG XL, as Chromium does, if it is not told another type. */
const createImageBitmap = vi.fn(async (picture: Blob) => {
  const head = new TextDecoder('latin1').decode(await picture.slice(0, 2).arrayBuffer());
  if (picture.type !== 'image/*' || !['BM', '\u00ff\n'].includes(head))
    throw new Error('no picture');
  return { close: vi.fn() };
});

describe('choosing files', () => {
  beforeEach(() => void vi.stubGlobal('createImageBitmap', createImageBitmap));
  afterEach(() => void vi.unstubAllGlobals());

  it('goes by the bytes, whatever the names and types are', async () => {
    const given = await givenFiles();
    const files = given.map(({ name, type, bytes }) => file(name, type, new Uint8Array(bytes)));
    const judged = await Promise.all(files.map((one) => judgeFile(one)));
    const isReason = (is: string) => is === 'empty' || is === 'noImage';
    expect(judged).toEqual(given.map(({ is }) => (isReason(is) ? { reason: is } : { type: is })));
  });

  it('is offered every file that says that it is a picture, by the manifest as by the form', async () => {
    const manifest = readFileSync(new URL('../../public/manifest.webmanifest', import.meta.url));
    const { share_target: target } = JSON.parse(String(manifest)) as {
      share_target: { params: { files: { accept: string[] }[] } };
    };
    const { accept } = target.params.files[0]!;
    expect(accept.join(',')).toBe(ACCEPT);
    // Of these the system knows no type. Systems offer them by what they know of their own files.
    const unknown = ['', 'application/octet-stream', 'text/plain'];
    for (const { name, type, is } of await givenFiles()) {
      if (is === 'empty' || is === 'noImage' || unknown.includes(type)) continue;
      expect([name, accept.includes('image/*') && type.startsWith('image/')]).toEqual([name, true]);
    }
  });

  it('reports a shared file that the worker has emptied as too large', async () => {
    const left = file('large.png', 'image/png', '');
    expect(await judgeFile(left, 'tooLarge')).toEqual({ reason: 'tooLarge' });
  });

  it.each([
    ['a JPEG', JPEG, 10_000, { type: 'image/jpeg' }],
    ['a film', '\0\0\0\x18ftypmp42', 64 * 1024 * 1024, { reason: 'noImage' }],
  ])('reads the first bytes of %s and nothing behind them', async (_, content, size, says) => {
    const large = file('large', '', new Blob([content, new Uint8Array(size)]));
    const slice = vi.spyOn(large, 'slice');
    const whole = [vi.spyOn(large, 'arrayBuffer'), vi.spyOn(large, 'stream')];
    expect(await judgeFile(large)).toEqual(says);
    expect(slice.mock.calls).toEqual([[0, 64]]);
    for (const spy of whole) expect(spy).not.toHaveBeenCalled();
  });

  it('has the browser decide over a file of an unknown type, and keeps nothing of what that opens', async () => {
    const image = file('paint.bmp', '', new Uint8Array(await photoAsBmp()));
    expect(await judgeFile(image)).toEqual({ type: 'image/*' });
    const bitmap = await createImageBitmap.mock.results.at(-1)!.value;
    expect(bitmap.close).toHaveBeenCalledTimes(1);
    vi.stubGlobal('createImageBitmap', undefined);
    expect(await judgeFile(image)).toEqual({ reason: 'noImage' });
  });

  it('rejects a file that cannot be read', async () => {
    const gone = file('gone.jpg', 'image/jpeg', JPEG);
    gone.slice = () => {
      throw new Error('The file was moved.');
    };
    expect(await judgeFile(gone)).toEqual({ reason: 'noImage' });
  });
});
