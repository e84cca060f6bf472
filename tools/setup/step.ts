import { ToolError } from '../toolErrors';
import { jsonOf } from '../ownerDocuments';
import type { GoogleProject, Json } from '../googleProject';
import { Unreachable, withJson } from '../ownerHttp';

export interface SetupContext extends GoogleProject {
  /** Where the database and the bucket are made. It can never be changed. */
  location: string;
  /** The folder of the checkout; the setup writes files into it. */
  site: string;
}

export interface Step {
  title: string;
  /** The titles of earlier steps that must be done before this one. */
  needs: readonly string[];
  /** The API, and the address of its documentation. Nobody has tried these on the real service yet. */
  documented?: string;
  /**
   * Says what is missing, as a command ("add a web app to the project"); undefined if all is right. Changes nothing.
   * Throws `ByHand` if only a person can do it.
   */
  look(context: SetupContext): Promise<string | undefined>;
  /** Does what is missing. Afterwards `look` is called until it finds nothing missing. */
  act(context: SetupContext): Promise<unknown>;
}

/** Only a person can do this step; the message says what to click. */
export class ByHand extends ToolError {
  override name = 'ByHand';
}

/**
 * Sends a change once, without trying again: if the answer is lost, the change may have been made, and the next `look`
 * finds out. `accept` are the statuses that are no failure here.
 */
export async function send(
  { http }: SetupContext,
  method: 'POST' | 'PATCH',
  url: string,
  body: object,
  accept: readonly number[] = [],
): Promise<Json> {
  return jsonOf(await http(url, { ...withJson(method, body), accept, tries: 1 }));
}

/** Returns a value that must exist by now, because an earlier step has made it. Throws `Unreachable` if it does not. */
export function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined)
    throw new Unreachable(`${what} is not there yet. Run the same command again in a minute.`);
  return value;
}
