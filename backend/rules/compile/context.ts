import type { DocumentReader } from '../documents';
import { RulesLoadError, type Position } from '../errors';
import type { Budget } from '../limits';
import type { Captured } from '../match';
import type { RulesNode } from '../tree';
import type { RulesService } from '../types';
import type { Value } from '../values/values';

/** What is the same for all of one decision. */
export interface Run {
  request: Value;
  /** Unknown in a list of Firestore's, which is decided before any document is looked at. */
  resource: Captured;
  budget: Budget;
  documents: DocumentReader;
}

/** Where an expression is evaluated: the captures of the match and the variables of a function. */
export interface Frame {
  run: Run;
  captures: readonly Captured[];
  locals: Value[];
  /** Nesting of function calls. */
  depth: number;
}

/** A compiled expression. @throws EvaluationError, LimitExceeded */
export type Evaluate = (frame: Frame) => Value;

/** A function of the rules file; `body` is set once all functions of the file are known. */
export interface RulesFunction {
  name: string;
  parameters: string[];
  position: Position;
  body: Evaluate;
  /** The functions it calls, to refuse recursion. */
  calls: Set<RulesFunction>;
}

export interface Variable {
  kind: 'capture' | 'local';
  index: number;
}

/** The names that are visible at a place of the file. */
export class Scope {
  readonly variables = new Map<string, Variable>();
  readonly functions = new Map<string, RulesFunction>();

  constructor(
    readonly parent: Scope | null,
    /** The function whose body this is, if any. */
    readonly owner: RulesFunction | null = parent?.owner ?? null,
  ) {}

  variable(name: string): Variable | undefined {
    return this.variables.get(name) ?? this.parent?.variable(name);
  }

  function(name: string): RulesFunction | undefined {
    return this.functions.get(name) ?? this.parent?.function(name);
  }
}

/** What the parts of the compiler share: the file, its service, and each other. */
export interface Compiler {
  file: string;
  service: RulesService;
  expression(node: RulesNode, scope: Scope): Evaluate;
}

/** Refuses the file at this node. */
export function refuse(compiler: { file: string }, node: RulesNode, message: string): never {
  throw new RulesLoadError(message, compiler.file, node.position);
}
