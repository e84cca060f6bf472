/** What a step of `npm run setup` is made of, and how it changes a project. */
import { ToolError } from '../errors';
import { jsonOf } from '../firestore';
import type { GoogleProject, Json } from '../googleProject';
import { Unreachable } from '../http';

export interface SetupContext extends GoogleProject {
  /** Where the database and the bucket are made; for good. */
  location: string;
  /** The folder of the checkout, whose files are written. */
  site: string;
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

/** What must be there by now, because an earlier step has made it. */
export function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined)
    throw new Unreachable(`${what} is not there yet. Run it again in a minute.`);
  return value;
}
