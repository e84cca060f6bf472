import { expect, it } from 'vitest';
import { workIdOf } from '../../../src/app/workId';

it.each([
  ['kitchen-1', 'kitchen-1'],
  ['a%2Fb', 'a/b'],
  ['100%', '100%'],
  ['%E0%A4%A', '%E0%A4%A'],
])('reads the id of %s', (segment, id) => {
  expect(workIdOf(segment)).toBe(id);
});
