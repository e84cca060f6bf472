import { describe, expect, it } from 'vitest';
import { sortFiles, typeOfBytes } from '../../src/pictures/imageTypes';
import { heic, pdf, png, svg } from '../support/makePictures';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const file = (name: string, type: string, content: BlobPart) => new File([content], name, { type });
const noImage = (name: string) => ({ name, reason: 'noImage' });
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

describe('choosing files', () => {
  it('takes only pictures whose bytes agree with their type or extension', async () => {
    const files = [
      file('a.jpg', 'image/jpeg', JPEG),
      file('IMG_1.HEIC', '', new Uint8Array(heic())),
      file('plan.jpg', 'image/jpeg', new Uint8Array(pdf)),
      file('note.txt', 'text/plain', 'hello'),
      file('door.svg', 'image/svg+xml', new Uint8Array(svg)),
      file('door.png', 'image/png', new Uint8Array(svg)),
      file('photo', '', JPEG),
      file('empty.png', 'image/png', ''),
      file('real.png', 'image/png', new Uint8Array(await png(40, 30))),
    ];
    const { images, rejected } = await sortFiles(files);
    expect(images.map(({ file: { name }, type }) => [name, type])).toEqual([
      ['a.jpg', 'image/jpeg'],
      ['IMG_1.HEIC', 'image/heic'],
      ['real.png', 'image/png'],
    ]);
    expect(rejected).toEqual([
      ...['plan.jpg', 'note.txt', 'door.svg', 'door.png', 'photo'].map(noImage),
      { name: 'empty.png', reason: 'empty' },
    ]);
  });

  it('reports a shared file that the worker has emptied as too large', async () => {
    const left = file('large.png', 'image/png', '');
    const rejected = [{ name: 'large.png', reason: 'tooLarge' }];
    expect(await sortFiles([left], 'tooLarge')).toEqual({ images: [], rejected });
  });

  it('rejects a file that cannot be read', async () => {
    const gone = file('gone.jpg', 'image/jpeg', JPEG);
    gone.slice = () => {
      throw new Error('The file was moved.');
    };
    expect(await sortFiles([gone])).toEqual({ images: [], rejected: [noImage('gone.jpg')] });
  });
});
