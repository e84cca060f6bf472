/** Whether a chosen file ends where its format says, and how its preview is turned. */
import { describe, expect, it } from 'vitest';
import { examine } from '../../src/pictures/page/examine';
import { byPhone, quarters } from '../support/makePictures';
import { afterStart, segment } from './madeUp';

const look = (bytes: Buffer, type: string) => examine(new Blob([new Uint8Array(bytes)]), type);
const film = Buffer.from('\0\0\0\x17ftypmp42 and a film', 'latin1');

async function pictures(): Promise<[name: string, type: string, bytes: Buffer][]> {
  const jpeg = await quarters(160, 120).jpeg().toBuffer();
  return [
    ['a JPEG', 'image/jpeg', jpeg],
    ['a JPEG with a preview', 'image/jpeg', afterStart(jpeg, segment(0xe1, jpeg))],
    ['a progressive JPEG', 'image/jpeg', await quarters().jpeg({ progressive: true }).toBuffer()],
    ['a PNG', 'image/png', await quarters(160, 120).png().toBuffer()],
    ['a GIF', 'image/gif', await quarters(160, 120).gif().toBuffer()],
    ['a WebP', 'image/webp', await quarters(160, 120).webp().toBuffer()],
    ['an AVIF', 'image/avif', await quarters(160, 120).avif().toBuffer()],
  ];
}

describe('a file', () => {
  it('is complete with and without something behind it, and not when it ends in the middle', async () => {
    for (const [name, type, bytes] of await pictures()) {
      const isComplete = async (file: Buffer) => (await look(file, type)).isComplete;
      const half = bytes.subarray(0, bytes.length - Math.ceil(bytes.length / 3));
      expect([
        name,
        await isComplete(bytes),
        await isComplete(Buffer.concat([bytes, film])),
        await isComplete(half),
        await isComplete(bytes.subarray(0, bytes.length - 1)),
      ]).toEqual([name, true, true, false, false]);
    }
  });

  it('of WebP says how its preview is turned; browsers turn the others', async () => {
    const turned = async (orientation: number) =>
      (await look(await byPhone(quarters(80, 60).webp(), orientation).toBuffer(), 'image/webp'))
        .turn;
    expect([await turned(1), await turned(3), await turned(6)]).toEqual([
      '',
      'rotate(180deg)',
      'translate(-50%, -50%) rotate(90deg)',
    ]);
    const jpeg = await byPhone(quarters(80, 60).jpeg(), 6).toBuffer();
    expect(await look(jpeg, 'image/jpeg')).toEqual({
      isComplete: true,
      turn: '',
      isOnItsSide: false,
    });
  });
});
