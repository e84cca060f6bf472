import { describe, expect, it } from 'vitest';
import { FirestoreError } from '../../firestore/firestoreErrors';
import { documentPath, ResourceNames } from '../../firestore/paths';
import { documentSize, normaliseFields, normaliseValue } from '../../firestore/firestoreValues';
import type { ProtoValue } from '../../rules/types';

const status = (run: () => unknown) => {
  try {
    run();
    return 'OK';
  } catch (error) {
    if (error instanceof FirestoreError) return error.status;
    throw error;
  }
};

const nested = (levels: number): unknown =>
  levels === 0 ? { stringValue: 'deep' } : { mapValue: { fields: { inner: nested(levels - 1) } } };

describe('normaliseValue', () => {
  it.each<[unknown, ProtoValue]>([
    [{ nullValue: 'NULL_VALUE' }, { nullValue: null }],
    [{ integerValue: 12 }, { integerValue: '12' }],
    [{ integerValue: '-012' }, { integerValue: '-12' }],
    [{ doubleValue: '-0' }, { doubleValue: -0 }],
    [{ doubleValue: 'NaN' }, { doubleValue: 'NaN' }],
    [{ doubleValue: '1.5e3' }, { doubleValue: 1500 }],
    [
      { timestampValue: '2026-01-02T03:04:05.123456789Z' },
      { timestampValue: '2026-01-02T03:04:05.123456Z' },
    ],
    [{ timestampValue: '2026-01-02T03:04:05+01:30' }, { timestampValue: '2026-01-02T01:34:05Z' }],
    [
      { timestampValue: '2026-01-02T03:04:05.120Z' },
      { timestampValue: '2026-01-02T03:04:05.120Z' },
    ],
    [{ arrayValue: {} }, { arrayValue: { values: [] } }],
    [{ mapValue: {} }, { mapValue: { fields: {} } }],
  ])('accepts %j and converts it to the canonical form', (raw, expected) => {
    expect(normaliseValue(raw)).toEqual(expected);
  });

  it.each([
    [{}],
    [{ stringValue: 'a', integerValue: '1' }],
    [{ integerValue: 1.5 }],
    [{ integerValue: '9223372036854775808' }],
    [{ timestampValue: '2026-02-30T00:00:00Z' }],
    [{ timestampValue: '2026-01-02t03:04:05z' }],
    [{ referenceValue: 'gallery/x' }],
    [{ arrayValue: { values: [{ arrayValue: {} }] } }],
    [{ mapValue: { fields: { __reserved__: { nullValue: null } } } }],
    [{ mapValue: { fields: JSON.parse('{"__proto__": {"nullValue": null}}') as unknown } }],
  ])('refuses %j', (raw) => {
    expect(status(() => normaliseValue(raw))).toBe('INVALID_ARGUMENT');
  });

  it('accepts maps nested 20 levels deep, and no deeper', () => {
    expect(status(() => normaliseFields({ top: nested(20) }))).toBe('OK');
    expect(status(() => normaliseFields({ top: nested(21) }))).toBe('INVALID_ARGUMENT');
  });
});

describe('paths', () => {
  const names = new ResourceNames('demo');

  it('accepts ids of up to 1,500 bytes; characters do not count', () => {
    expect(status(() => documentPath(`a/${'é'.repeat(750)}`))).toBe('OK');
    expect(status(() => documentPath(`a/${'é'.repeat(751)}`))).toBe('INVALID_ARGUMENT');
  });

  it('converts resource names to relative paths', () => {
    expect(names.documentPath('projects/demo/databases/(default)/documents/a/b c')).toBe('a/b c');
    expect(names.path('projects/demo/databases/(default)/documents')).toBe('');
    expect(status(() => names.path('a/b'))).toBe('INVALID_ARGUMENT');
  });
});

describe('document size', () => {
  it('is computed as in the documentation', () => {
    // The example in https://firebase.google.com/docs/firestore/storage-size, which has 147 bytes.
    const fields = {
      type: { stringValue: 'Personal' },
      done: { booleanValue: false },
      priority: { integerValue: '1' },
      description: { stringValue: 'Learn Cloud Firestore' },
    };
    expect(documentSize('users/jeff/tasks/my_task_id', fields)).toBe(147);
  });
});
