import type { Caller } from '../access';
import { invalid, unimplemented } from '../errors';
import { parseFieldPath, type FieldPath } from '../fieldPaths';
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

/** A repeated `mask.fieldPaths` parameter; undefined returns everything. */
export function maskOf(query: URLSearchParams, name: string): FieldPath[] | undefined {
  const paths = query.getAll(`${name}.fieldPaths`);
  return paths.length === 0 ? undefined : paths.map(parseFieldPath);
}

/** 501 for parameters that would change the meaning of the call. */
export function refuse(call: string, given: Record<string, unknown>, ...names: string[]): void {
  const name = names.find((candidate) => given[candidate] !== undefined);
  if (name !== undefined) throw unimplemented(`${name} of ${call}`);
}

/** Cuts `gallery/x/reviews` to its collection; INVALID_ARGUMENT for a document's path. */
export function collectionPath(path: string): string {
  if (path !== '' && path.split('/').length % 2 === 1) return path;
  throw invalid(`"${path}" is not the path of a collection.`);
}
