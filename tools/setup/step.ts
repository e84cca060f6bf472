/** What a step of `npm run setup` is made of, and how it asks Google. */
import { fieldsOf } from '../../src/firebase/rest/http';
import { ToolError } from '../errors';
import { jsonOf } from '../firestore';
import { Unreachable, type Http } from '../http';

export type Json = Record<string, unknown>;

export interface SetupContext {
  project: string;
  /** Where the database and the bucket are made; for good. */
  location: string;
  /** The folder of the checkout, whose files are written. */
  site: string;
  http: Http;
}

export interface Step {
  title: string;
  /** Titles of earlier steps that must be right before this one can be looked at. */
  needs: readonly string[];
  /** The API, and where it is described. Nobody has tried these on the real service yet. */
  documented?: string;
  /**
   * What is missing, as the rest of "Now: …"; undefined where all is right. Changes nothing. Throws `ByHand`
   * for what only a person can do.
   */
  look(context: SetupContext): Promise<string | undefined>;
  /** Does what is missing; afterwards `look` is asked until it finds nothing. */
  act(context: SetupContext): Promise<unknown>;
}

/** Only a person can do it: the message says what to click. */
export class ByHand extends ToolError {
  override name = 'ByHand';
}

/**
 * What an API answers; undefined for a 404. Throws `ToolError` when it says no, with its words.
 * `url` may hold `(default)`, which `fetch` leaves as it is.
 */
export async function read({ http }: SetupContext, url: string): Promise<Json | undefined> {
  const answer = await http(url, { method: 'GET', accept: [404] });
  return answer.status === 404 ? undefined : jsonOf(answer);
}

/**
 * Sends a change once: one whose answer is lost may have been done, so the next `look` tells. `accept` are
 * statuses that are no failure here.
 */
export async function send(
  { http }: SetupContext,
  method: 'POST' | 'PATCH',
  url: string,
  body: object,
  accept: readonly number[] = [],
): Promise<Json> {
  const headers = { 'Content-Type': 'application/json' };
  const call = { method, headers, body: JSON.stringify(body), accept, tries: 1 };
  return jsonOf(await http(url, call));
}

/** Reading by POST, as some APIs want it. */
export async function askByPost({ http }: SetupContext, url: string, body: object): Promise<Json> {
  const headers = { 'Content-Type': 'application/json' };
  return jsonOf(await http(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** What must be there by now, because an earlier step has made it. */
export function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined)
    throw new Unreachable(`${what} is not there yet. Run it again in a minute.`);
  return value;
}

/** An object's member that is an object, or an empty one. */
export const memberOf = (value: Json | undefined, ...path: string[]): Json =>
  path.reduce<Json>((inner, name) => fieldsOf(inner[name]), value ?? {});
