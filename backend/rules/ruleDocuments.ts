import { EvaluationError } from './rulesErrors';
import type { Budget } from './rulesLimits';
import type { RulesDocuments } from './types';
import { fromFields } from './values/convert';
import { Path, typeName, type Value } from './values/rulesValues';

type When = 'before' | 'after';

/** A document as a value of the rules language, with `data`, `id` and `__name__`. */
export function documentValue(path: Path, fields: Value): Value {
  return new Map<string, Value>([
    ['data', fields],
    ['id', path.segments.at(-1)!],
    ['__name__', path],
  ]);
}

/** Implements get(), exists(), getAfter() and existsAfter() for one request. Counts the documents that they read. */
export class DocumentReader {
  constructor(
    private readonly documents: RulesDocuments,
    private readonly budget: Budget,
    /** The only database that rules may name, `(default)`. */
    private readonly database: string,
  ) {}

  /** Reads a document. It is an error if there is none, as in Google's emulator: comparing it to null fails, too. */
  get(when: When, argument: Value): Value {
    const path = this.documentPath(argument);
    const fields = this.read(when, path);
    if (fields === null) throw new EvaluationError(`there is no document ${path}`);
    return documentValue(path, fields);
  }

  exists(when: When, argument: Value): boolean {
    return this.read(when, this.documentPath(argument)) !== null;
  }

  private read(when: When, path: Path): Value {
    const relative = path.segments.slice(3).join('/');
    this.budget.countAccess(`${when} ${relative}`);
    const fields = this.documents[when](relative);
    return fields && fromFields(fields);
  }

  private documentPath(argument: Value): Path {
    if (!(argument instanceof Path))
      throw new EvaluationError(`expected path, got ${typeName(argument)}`);
    const [root, database, documents, ...rest] = argument.segments;
    if (root !== 'databases' || documents !== 'documents' || database !== this.database)
      throw new EvaluationError(`${argument} is not in /databases/${this.database}/documents`);
    if (rest.length === 0 || rest.length % 2 !== 0)
      throw new EvaluationError(`${argument} is not a document`);
    if (rest.includes('')) throw new EvaluationError(`${argument} has a segment without a name`);
    return argument;
  }
}
