/**
 * What a file's header says that browsers follow in different ways, or not at all: how the picture is turned, and that its
 * values are PQ (HDR). It is read here and made ineffective in the same bytes, so that no browser follows it; drawing.ts
 * does.
 */
import { orientationOf, textAt } from './orientation';
import { chunksOf, inContainer } from './webp';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Header {
  /** The orientation as EXIF has it; see orientation.ts. */
  orientation: number;
  isPq: boolean;
}

/** WebKitGTK shows white for a file without its end. A second end does no harm. */
const ENDS: Record<string, number[]> = {
  'image/jpeg': [0xff, 0xd9],
  'image/png': [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
};

/**
 * What the header of a file of this type says, and the file without that: in one piece, because Firefox's workers do not
 * decode a Blob that is made of pieces. Of another type, only the declared type changes.
 */
export async function takeHeader(file: Blob, type: string): Promise<Header & { bare: Blob }> {
  const take = TAKES[type];
  if (!take) return { orientation: 1, isPq: false, bare: file.slice(0, file.size, type) };
  const whole = new Blob([file, Uint8Array.from(ENDS[type] ?? [])]);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  return { ...take(bytes), bare: new Blob([bytes], { type }) };
}

/** How the header of each type is read. The functions write into the bytes. */
const TAKES: Record<string, (bytes: Bytes) => Header> = {
  'image/jpeg': (bytes) => takeExif(bytes, segmentsOf(bytes), { name: 'Exif', before: 0 }),
  'image/png': (bytes) => takeExif(bytes, pngChunksOf(bytes), { name: 'eXIf', before: 4 }),
  'image/webp': (bytes) =>
    takeExif(bytes, chunksOf(inContainer(bytes)), { name: 'EXIF', before: 8 }),
  'image/avif': takeProperties,
};

interface Part {
  name: string;
  data: Bytes;
}

/**
 * How EXIF turns the picture; of several, the first one counts. Its name, so many bytes before its data, becomes one that
 * nobody knows, which everybody passes over.
 */
function takeExif(bytes: Bytes, parts: Part[], exif: { name: string; before: number }): Header {
  const found = parts.filter(({ name }) => name === exif.name);
  const orientation = found[0] ? orientationOf(found[0].data) : 1;
  for (const { data } of found) bytes[data.byteOffset - exif.before + 1]! ^= 0x20;
  return { orientation, isPq: false };
}

const viewOf = ({ buffer }: Bytes) => new DataView(buffer);

/** The segments before a JPEG's first scan (ITU-T T.81, annex B), by the first letters in them. */
function segmentsOf(bytes: Bytes): Part[] {
  const parts: Part[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at + 1] !== 0xda) {
    // Other bytes may stand before a marker, and markers twice. Decoders pass over them.
    if (bytes[at] !== 0xff || bytes[at + 1] === 0xff || bytes[at + 1] === 0) {
      at += 1;
      continue;
    }
    const end = at + 2 + viewOf(bytes).getUint16(at + 2);
    parts.push({ name: textAt(bytes, at + 4, 4), data: bytes.subarray(at + 4, end) });
    at = end;
  }
  return parts;
}

/** The chunks of a PNG (https://www.w3.org/TR/png-3/#5Chunk-layout). */
function pngChunksOf(bytes: Bytes): Part[] {
  const parts: Part[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + viewOf(bytes).getUint32(at);
    parts.push({ name: textAt(bytes, at + 4, 4), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return parts;
}

/** The boxes in a part of an AVIF (ISO/IEC 14496-12). */
function boxesIn(bytes: Bytes, within: Bytes): Part[] {
  const parts: Part[] = [];
  const end = within.byteOffset + within.length;
  for (let at = within.byteOffset; at + 8 <= end;) {
    const next = at + Math.max(8, viewOf(bytes).getUint32(at));
    const data = bytes.subarray(at + 8, Math.min(next, end));
    parts.push({ name: textAt(bytes, at + 4, 4), data });
    at = next;
  }
  return parts;
}

/** The orientation for each angle of `irot` (quarters against the clock): without `imir`, and with each of its axes. */
const ORIENTATIONS = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
];
const PQ = 16;
const SRGB = 13;

/** How an AVIF is turned, and what its values mean, are properties of its pictures (ISO/IEC 23008-12). */
function takeProperties(bytes: Bytes): Header {
  const of = (parts: Part[], wanted: string) => parts.find(({ name }) => name === wanted)?.data;
  const none = bytes.subarray(0, 0);
  const meta = of(boxesIn(bytes, bytes), 'meta')?.subarray(4) ?? none;
  const described = boxesIn(bytes, of(boxesIn(bytes, meta), 'iprp') ?? none);
  const properties = boxesIn(bytes, of(described, 'ipco') ?? none);
  const [rotation, mirror] = [of(properties, 'irot'), of(properties, 'imir')];
  const column = mirror ? 1 + (mirror[0]! & 1) : 0;
  const orientation = ORIENTATIONS[rotation ? rotation[0]! & 3 : 0]![column]!;
  const isTurning = (index: number) => ['irot', 'imir'].includes(properties[index - 1]?.name ?? '');
  detach(of(described, 'ipma') ?? none, isTurning);
  const colours = properties.filter(({ name }) => name === 'colr').map(({ data }) => data);
  const coded = colours.find((data) => textAt(data, 0, 4) === 'nclx');
  const isPq = coded?.[7] === PQ;
  if (isPq) coded[7] = SRGB;
  return { orientation, isPq };
}

/** No picture has these properties any more. They are counted from 1 on; 0 is none. */
function detach(links: Bytes, isMeant: (index: number) => boolean): void {
  const bytesOfId = links[0] === 0 ? 2 : 4;
  const bytesOfLink = links[3]! & 1 ? 2 : 1;
  for (let at = 8 + bytesOfId; at < links.length; at += bytesOfId) {
    const end = at + 1 + links[at]! * bytesOfLink;
    for (at += 1; at < end; at += bytesOfLink) {
      const first = links[at]! & 0x7f;
      const index = bytesOfLink === 1 ? first : (first << 8) | links[at + 1]!;
      if (isMeant(index)) links.fill(0, at, at + bytesOfLink);
    }
  }
}
