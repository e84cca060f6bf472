import type { Caller } from '../access';
import { unimplemented } from '../errors';
import type { Service } from '../service';

/** One REST call after routing. */
export interface RestCall {
  service: Service;
  caller: Caller;
  /** Decoded path below `documents`, '' for the root. */
  path: string;
  query: URLSearchParams;
  /** The parsed JSON body; {} where there is none. */
  body: Record<string, unknown>;
}

export type RestMethod = (call: RestCall) => unknown;

const OF_EVERY_CALL = ['alt', 'key', 'prettyPrint'];

/** 501 for a parameter that this service does not know: it could change the meaning of the call. */
export function allowOnly(call: string, given: Iterable<string>, ...known: string[]): void {
  const other = [...given].find((name) => ![...OF_EVERY_CALL, ...known].includes(name));
  if (other !== undefined) throw unimplemented(`${other} of ${call}`);
}
