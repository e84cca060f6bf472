import { expect, test } from 'vitest';
import { loadRules } from '../../rules/index';
import type { ProtoFields, RulesObject } from '../../rules/types';
import { TIME } from './evaluate';

const object: RulesObject = {
  name: 'a/b.jpg',
  bucket: 'bucket',
  size: 12,
  contentType: 'image/jpeg',
  contentEncoding: null,
  contentDisposition: null,
  contentLanguage: null,
  cacheControl: 'no-cache',
  generation: 1_700_000_000_000_000,
  metageneration: 1,
  timeCreated: TIME,
  updated: TIME,
};

function evaluate(condition: string, documents: Record<string, ProtoFields> = {}): string {
  const source = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /a/{name} { allow read, write: if ${condition}; }
  }
}
`;
  const before = (name: string) => documents[name] ?? null;
  const resource = { kind: 'object', object } as const;
  const at = { method: 'update', path: '/b/bucket/o/a/b.jpg', auth: null, time: TIME } as const;
  return loadRules(source, 'test.rules').decide(
    { ...at, resource, newResource: resource },
    { before, after: before },
  ).reason;
}

test.each([
  "resource.name == 'a/b.jpg' && resource.bucket == bucket && name == 'b.jpg'",
  'resource.size == 12 && resource.size is int && resource.generation == 1700000000000000',
  "resource.contentType == 'image/jpeg' && resource.contentEncoding == null",
  'resource.timeCreated == request.time && resource.updated is timestamp',
  "'size' in request.resource && !('metadata' in request.resource)",
  'request.path == /b/bucket/o/a/b.jpg',
])('the Storage condition is true: %s', (condition) =>
  expect(evaluate(condition)).toBe('allowed by test.rules:4'),
);

test('Storage rules may look at two Firestore documents at most', () => {
  const document = (id: string) => `/databases/(default)/documents/d/${id}`;
  const documents = { 'd/x': { n: { integerValue: '1' } } };
  const ask = (condition: string) => evaluate(condition, documents);
  expect(ask(`firestore.get(${document('x')}).data.n == 1`)).toContain('allowed');
  expect(ask(`firestore.exists(${document('y')})`)).toContain('is false');
  const two = `firestore.exists(${document('x')}) && !firestore.exists(${document('y')})`;
  expect(ask(`${two} && firestore.get(${document('x')}) != null`)).toContain('allowed');
  expect(ask(`${two} && !firestore.exists(${document('z')})`)).toContain('more than 2 documents');
});
