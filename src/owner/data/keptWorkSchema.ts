/**
 * What the phone's database may hold: records may be damaged, or written by a newer page. One that is none of ours counts
 * as missing, and is logged.
 */
import * as v from 'valibot';
import { PICTURE_PROBLEMS, type KeptWork } from '../../../machines/workEditorTypes';
import { PLACEHOLDER_PATTERN } from '../../domain/constants';
import { log } from '../../lib/log';
import type { PreparedWorkPicture } from '../../pictures/prepareWorkPicture';

const Kept = v.object({
  title: v.string(),
  day: v.string(),
  pictures: v.array(
    v.object({
      id: v.string(),
      side: v.picklist(['before', 'after']),
      name: v.string(),
      state: v.picklist(['preparing', 'ready', 'unusable']),
      problem: v.exactOptional(v.picklist(PICTURE_PROBLEMS)),
      isTooSmallForCard: v.exactOptional(v.literal(true)),
    }),
  ),
  cover: v.nullable(v.string()),
  // A draft of an earlier version has no salt. The names of its files stay as they are.
  salt: v.optional(v.string(), ''),
  isSubmitted: v.boolean(),
  workId: v.nullable(v.string()),
});

const Bytes = v.instance(ArrayBuffer);
const Pixels = v.pipe(v.number(), v.integer(), v.minValue(1));

const File = v.object({ type: v.string(), bytes: Bytes });

const Prepared = v.object({
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  width: Pixels,
  height: Pixels,
  placeholder: v.pipe(v.string(), v.regex(PLACEHOLDER_PATTERN)),
  type: v.picklist(['image/webp', 'image/jpeg']),
  renderings: v.pipe(v.array(v.object({ width: Pixels, bytes: Bytes })), v.minLength(1)),
  thumb: v.nullable(Bytes),
});

const DAMAGED_PICTURE = 'A picture that this phone keeps is damaged.';

/** The kept work; null if there is none. */
export const parseKept = (stored: unknown): KeptWork | null =>
  parse(Kept, stored, 'The kept work is damaged.') ?? null;

export function parseFile(stored: unknown): Blob | undefined {
  const file = parse(File, stored, DAMAGED_PICTURE);
  return file && new Blob([file.bytes], { type: file.type });
}

export const parsePrepared = (stored: unknown): PreparedWorkPicture | undefined =>
  parse(Prepared, stored, DAMAGED_PICTURE);

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  stored: unknown,
  message: string,
): v.InferOutput<Schema> | undefined {
  if (stored === undefined) return undefined;
  const read = v.safeParse(schema, stored);
  if (read.success) return read.output;
  // Where it is damaged, without what was typed.
  log(message, read.issues.map((issue) => v.getDotPath(issue)).join(', '));
  return undefined;
}
