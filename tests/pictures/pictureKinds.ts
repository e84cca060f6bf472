/** Kinds of pictures, made here, and what is special about what becomes of them. */
import sharp, { type Sharp } from 'sharp';
import { byPhone, quarters } from '../support/makePictures';
import { headerKinds } from './headerKinds';
import { afterHeader, afterStart, behindExif, pngChunk, segment, XMP } from './madeUp';
import '../../tools/openPicture';

// The owner's tools close sharp, in the whole process, to what they do not take. Visitors may choose a GIF.
sharp.unblock({ operation: ['VipsForeignLoadNsgif'] });

export interface Kind {
  name: string;
  type: string;
  bytes: Buffer;
  /** It arrives as a PNG. */
  isTransparent?: true;
  /** Chromium's worker leaves it to the page. */
  isCutOff?: true;
  /** What it shows, where sharp does not open it or sees something else, and how far from that it may be. */
  shows?: Buffer;
  allowed?: number;
  /** Its type is none that we name. */
  isOther?: true;
  /** Only Chromium opens it; the others refuse it. */
  isOpenedBySome?: true;
  /** Workers leave it to the page. */
  isPageOnly?: true;
  /** No browser may open it. */
  isRefused?: true;
}

const [W, H] = [320, 240];
const photo = () => quarters(W, H);
/** The right half can be looked through. */
const halfClear = () =>
  photo()
    .ensureAlpha()
    .composite([
      {
        input: { create: { width: W / 2, height: H, channels: 4, background: '#0000' } },
        left: W / 2,
        top: 0,
        blend: 'dest-in',
      },
    ]);
/** One pixel is a little transparent. */
const almostOpaque = async () => {
  const { data, info } = await photo().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  data[3] = 254;
  return sharp(data, { raw: { ...info, channels: 4 } });
};

export async function pictureKinds(): Promise<Kind[]> {
  const kinds: Kind[] = [];
  const add = async (name: string, type: string, of: Sharp | Buffer, more: Partial<Kind> = {}) => {
    const bytes = Buffer.isBuffer(of) ? of : await of.toBuffer();
    kinds.push({ name, type: `image/${type}`, bytes, ...more });
  };
  const jpeg = await byPhone(photo().jpeg({ quality: 92 }), 6).toBuffer();
  const png = await photo().png().toBuffer();
  // One frame, which is the picture itself.
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(W, 4);
  frame.writeUInt32BE(H, 8);
  const movement = [pngChunk('acTL', '\0\0\0\x01\0\0\0\0'), pngChunk('fcTL', frame)];
  for (let turn = 1; turn <= 8; turn += 1) {
    await add(`JPEG turned ${turn}`, 'jpeg', byPhone(photo().jpeg({ quality: 92 }), turn));
    await add(`WebP turned ${turn}`, 'webp', byPhone(photo().webp({ quality: 92 }), turn));
  }
  await add('progressive JPEG', 'jpeg', photo().jpeg({ progressive: true }));
  await add('JPEG 4:4:4', 'jpeg', photo().jpeg({ chromaSubsampling: '4:4:4' }));
  await add('grey JPEG', 'jpeg', photo().toColourspace('b-w').jpeg());
  await add('JPEG with Display P3', 'jpeg', photo().withIccProfile('p3').jpeg({ quality: 92 }));
  await add('MPO', 'jpeg', Buffer.concat([afterStart(jpeg, segment(0xe2, 'MPF\0')), jpeg]));
  await add('moving photo', 'jpeg', Buffer.concat([jpeg, Buffer.from('\0\0\0\x18ftypmp42')]));
  const xmp = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${XMP}`);
  await add('JPEG with XMP', 'jpeg', behindExif(jpeg, xmp));
  await add('PNG of a palette', 'png', photo().png({ palette: true }));
  await add('PNG of 16 bits', 'png', photo().toColourspace('rgb16').png());
  await add('interlaced PNG', 'png', photo().png({ progressive: true }));
  await add('APNG', 'png', afterHeader(png, ...movement));
  await add('transparent PNG', 'png', halfClear().png(), { isTransparent: true });
  await add('PNG with a pixel of alpha 254', 'png', (await almostOpaque()).png());
  await add('lossless WebP', 'webp', photo().webp({ lossless: true }));
  await add('transparent WebP', 'webp', halfClear().webp(), { isTransparent: true });
  await add('GIF', 'gif', photo().gif());
  await add('transparent GIF', 'gif', halfClear().gif(), { isTransparent: true });
  await add('AVIF', 'avif', photo().avif({ quality: 80 }));
  await add('large JPEG', 'jpeg', byPhone(quarters(4000, 3000).jpeg(), 8));
  await add('screenshot of a whole page', 'png', quarters(1080, 9000).png());
  await add('4000 × 8', 'png', quarters(4000, 8).png());
  await add('4000 × 5', 'jpeg', quarters(4000, 5).jpeg({ chromaSubsampling: '4:4:4' }));
  await add('one pixel', 'png', quarters(1, 1).png());
  return [...kinds, ...(await headerKinds())];
}
