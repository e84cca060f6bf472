import type { ProtoFields, ProtoValue } from '../rules/types';
import { invalid, unimplemented } from './firestoreErrors';
import { getField, parseFieldPath, withField, type FieldPath } from './fieldPaths';
import { asList, isRecord, messageOf } from './firestoreValues';

/** A checked `google.firestore.v1.DocumentTransform.FieldTransform`. Lists are of texts here. */
export type Transform = { path: FieldPath } & (
  | { kind: 'setToServerValue' }
  | { kind: 'appendMissingElements' | 'removeAllFromArray'; texts: string[] }
);

const KINDS =
  'setToServerValue increment maximum minimum appendMissingElements removeAllFromArray'.split(' ');

export function parseTransforms(raw: unknown, where: string): Transform[] {
  const transforms = asList(raw, 'updateTransforms').map((transform, index) =>
    parseTransform(transform, `${where}[${index}]`),
  );
  for (const { path: outer } of transforms) {
    const isWithin = ({ path }: Transform) =>
      path.length > outer.length && outer.every((name, level) => path[level] === name);
    if (transforms.some(isWithin))
      throw invalid(
        `Cannot transform property ${outer.join('.')} and its nested property at the same time.`,
      );
  }
  return transforms;
}

function parseTransform(raw: unknown, where: string): Transform {
  const { fieldPath, ...kinds } = messageOf(raw, ['fieldPath', ...KINDS], where);
  const entries = Object.entries(kinds);
  if (entries.length !== 1)
    throw invalid('A field transform must have exactly one transform type.');
  const [kind, value] = entries[0]!;
  const path = parseFieldPath(fieldPath);
  switch (kind) {
    case 'setToServerValue':
      if (value !== 'REQUEST_TIME') throw invalid(`Unknown server value ${JSON.stringify(value)}.`);
      return { path, kind };
    case 'appendMissingElements':
    case 'removeAllFromArray':
      return { path, kind, texts: parseTexts(value, `${where}.${kind}`) };
    default:
      throw unimplemented(`the field transform ${kind}`);
  }
}

/** Reads an `ArrayValue`. Only texts: which other values count as the same one is a matter of its own. */
function parseTexts(raw: unknown, where: string): string[] {
  const { values } = messageOf(raw, ['values'], where);
  return asList(values, `${where}.values`).map((value) => {
    const text = isRecord(value) && Object.keys(value).length === 1 ? value['stringValue'] : null;
    if (typeof text !== 'string') throw unimplemented(`${where} of other values than texts`);
    return text;
  });
}

/** Applies the transforms one after another. Returns a copy of the fields, and the write's `transformResults`. */
export function applyTransforms(
  fields: ProtoFields,
  transforms: readonly Transform[],
  requestTime: string,
): { fields: ProtoFields; results: ProtoValue[] } {
  const time = { timestampValue: requestTime };
  return {
    fields: transforms.reduce(
      (next, transform) =>
        withField(
          next,
          transform.path,
          transform.kind === 'setToServerValue'
            ? time
            : changedList(transform, getField(next, transform.path)),
        ),
      fields,
    ),
    // The service does not tell what has become of a list.
    results: transforms.map(({ kind }) =>
      kind === 'setToServerValue' ? time : { nullValue: null },
    ),
  };
}

function changedList(
  { kind, texts }: Exclude<Transform, { kind: 'setToServerValue' }>,
  before: ProtoValue | undefined,
): ProtoValue {
  const values = (before && 'arrayValue' in before && before.arrayValue.values) || [];
  const has = (all: readonly ProtoValue[], text: string) =>
    all.some((value) => 'stringValue' in value && value.stringValue === text);
  if (kind === 'removeAllFromArray') {
    const kept = values.filter((value) => !texts.some((text) => has([value], text)));
    return { arrayValue: { values: kept } };
  }
  const all = [...values];
  for (const text of texts) if (!has(all, text)) all.push({ stringValue: text });
  return { arrayValue: { values: all } };
}
