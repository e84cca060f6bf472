import { RequestRefused } from './rulesErrors';
import type { RulesService } from './types';

/**
 * The limits of the rules language, as documented under "Security Rules limits"
 * (https://firebase.google.com/docs/firestore/security/rules-structure and the Storage page).
 */
export const MAX_EXPRESSIONS = 1000;
export const MAX_CALL_DEPTH = 20;
export const MAX_FUNCTION_ARGUMENTS = 7;
export const MAX_LET_BINDINGS = 10;
export const MAX_MATCH_DEPTH = 10;
export const MAX_PATH_SEGMENTS = 100;
export const MAX_CAPTURES = 20;
export const MAX_SOURCE_BYTES = 256 * 1024;

/**
 * The number of different documents that the rules may look at in one operation with get, exists, getAfter and
 * existsAfter. Firestore: "10 for single-document requests and query requests", and for each operation of a batch.
 * Storage: two.
 */
export const MAX_ACCESSES: Record<RulesService, number> = {
  'cloud.firestore': 10,
  'firebase.storage': 2,
};
/** "20 for multi-document reads, transactions, and batched writes", counted over all their operations. */
export const MAX_BATCH_ACCESSES = 20;

/** Counts the expressions and documents of one decision. Ends the decision at a limit. */
export class Budget {
  expressions = 0;
  readonly accessed = new Set<string>();

  constructor(
    private readonly maxAccesses: number,
    private readonly batchAccessed: Set<string> | undefined,
  ) {}

  /** Counts as Google's emulator does (tests/official/expressions.test.ts). */
  countExpression(count = 1): void {
    this.expressions += count;
    if (this.expressions > MAX_EXPRESSIONS)
      throw new RequestRefused(`more than ${MAX_EXPRESSIONS} expressions in one request`);
  }

  /**
   * `key` names a document before or after the write. Within one operation, the same document counts once. Over the
   * operations of a batch all accesses add up, as in the documented example (three writes with two calls each use 6
   * of 20). The documentation says only that "some document access calls may be cached", so none is cached here.
   */
  countAccess(key: string): void {
    if (this.accessed.has(key)) return;
    this.accessed.add(key);
    this.batchAccessed?.add(`${this.batchAccessed.size} ${key}`);
    if (this.accessed.size > this.maxAccesses)
      throw new RequestRefused(`more than ${this.maxAccesses} documents accessed in one request`);
    if (this.batchAccessed && this.batchAccessed.size > MAX_BATCH_ACCESSES)
      throw new RequestRefused(`more than ${MAX_BATCH_ACCESSES} documents accessed in one batch`);
  }

  enterCall(depth: number): void {
    if (depth > MAX_CALL_DEPTH)
      throw new RequestRefused(`function calls deeper than ${MAX_CALL_DEPTH}`);
  }
}
