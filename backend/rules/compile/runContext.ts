import type { DocumentReader } from '../ruleDocuments';
import { RulesLoadError, type Position } from '../rulesErrors';
import type { Budget } from '../rulesLimits';
import type { Captured } from '../match';
import type { RulesNode } from '../tree';
import type { RulesService } from '../types';
import type { Value } from '../values/rulesValues';

export interface Run {
  request: Value;
  /** `UNKNOWN` in a Firestore `list`, which is decided before any document is read. */
  resource: Captured;
  budget: Budget;
  documents: DocumentReader;
}

export interface Frame {
  run: Run;
  captures: readonly Captured[];
  locals: Value[];
  depth: number;
}

/** A compiled expression. @throws EvaluationError, RequestRefused */
export type Evaluate = (frame: Frame) => Value;

/** A function of the rules file. `body` is set when all functions of the file are known. */
export interface RulesFunction {
  name: string;
  parameters: string[];
  position: Position;
  body: Evaluate;
  /** The functions that it calls. Used to refuse recursion. */
  calls: Set<RulesFunction>;
}

export interface Variable {
  kind: 'capture' | 'local';
  index: number;
}

export class Scope {
  readonly variables = new Map<string, Variable>();
  readonly functions = new Map<string, RulesFunction>();

  constructor(
    readonly parent: Scope | null,
    /** The function whose body this scope belongs to, if any. */
    readonly owner: RulesFunction | null = parent?.owner ?? null,
  ) {}

  variable(name: string): Variable | undefined {
    return this.variables.get(name) ?? this.parent?.variable(name);
  }

  function(name: string): RulesFunction | undefined {
    return this.functions.get(name) ?? this.parent?.function(name);
  }
}

export interface Compiler {
  file: string;
  service: RulesService;
  expression(node: RulesNode, scope: Scope): Evaluate;
}

/** Throws a RulesLoadError at the position of this node. */
export function refuse(compiler: { file: string }, node: RulesNode, message: string): never {
  throw new RulesLoadError(message, compiler.file, node.position);
}
