/** What a visit of the owner's page has asked Google for: documents, bytes, and when. */
import type { Backend } from '../../backend/backend';
import type { Arrived } from './googleOnLine';

/** What Firestore bills for the visit, by what it is for; the rules' own look at the owners is not counted. */
export function documentsOf({ reads }: Backend): Record<string, number> {
  const kinds = {
    'the list of works': /^gallery$/,
    'the list of reviews': /^reviews$/,
    'the titles of works': /^gallery\/[^/]+$/,
    'the quotes': /^configurations\/|^configurations$/,
    'the own owners document': /^owners/,
  };
  const counts = Object.entries(kinds).map(([name, path]) => [name, reads.of(path)] as const);
  const known = counts.reduce((sum, [, count]) => sum + count, 0);
  return { ...Object.fromEntries(counts), others: reads.total - known };
}

export const POPUP = /^apis\.google\.com|firebaseapp\.com/;
export const LISTS = /:runQuery/;

/** The requests to these addresses, without preflights. */
const to = (arrived: Arrived[], pattern: RegExp) =>
  arrived.filter(
    ({ method, host, path }) => method !== 'OPTIONS' && pattern.test(`${host}${path}`),
  );

export const bytesOf = (arrived: Arrived[], pattern: RegExp) =>
  to(arrived, pattern).reduce((sum, { bytes }) => sum + bytes, 0);

/** What reached Google's end of the line when, and when it had answered. */
export function momentsOf(arrived: Arrived[], since: (time: number | undefined) => number) {
  const [popup, account, listener, lists] = [
    to(arrived, POPUP),
    to(arrived, /accounts:lookup/),
    to(arrived, /\/Listen\/channel/),
    to(arrived, LISTS),
  ] as const;
  return {
    'popup’s code sent': since(popup.at(-1)?.answered),
    'account asked for': since(account[0]?.at),
    'account answered': since(account[0]?.answered),
    'listener opened': since(listener[0]?.at),
    'lists asked for': since(lists[0]?.at),
    'lists answered': since(lists.at(-1)?.answered),
  };
}
