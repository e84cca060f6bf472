// What of a work's address is its id is the router's matter; nobody's typing may crash the page.
import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';

it.each([
  ['kitchen-1', 'kitchen-1'],
  ['a%2Fb', 'a/b'],
  ['100%25', '100%'],
  ['100%', '100%'],
  ['%E0%A4%A', '%E0%A4%A'],
])('reads the id of %s', (segment, id) => {
  const [match] = matchRoutes([{ path: '/work/:id' }], `/work/${segment}`) ?? [];
  expect(match?.params['id']).toBe(id);
});
