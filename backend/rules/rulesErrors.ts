/** Line and column in the rules file, both counted from 1. */
export interface Position {
  line: number;
  column: number;
}

/** A rules file that cannot be used: a syntax error, an unknown name, or an exceeded limit of the language. */
export class RulesLoadError extends Error {
  override name = 'RulesLoadError';

  constructor(
    message: string,
    readonly file: string,
    readonly position: Position,
  ) {
    super(`${file}:${position.line}:${position.column}: ${message}`);
  }
}

/** An error in the evaluation of a condition. It denies, unless the other side of `||` or `&&` decides. */
export class EvaluationError extends Error {
  override name = 'EvaluationError';
  /** The position of the innermost expression with the error. */
  position: Position | undefined;
}

/** The whole request is denied, even inside `||`: beyond a limit of the language, for example. */
export class RequestRefused extends Error {
  override name = 'RequestRefused';
}

/**
 * A rule needs a part of the language that this evaluator does not support. It is neither allowed nor denied, so that
 * nobody relies on the result.
 */
export class NotSupported extends Error {
  override name = 'NotSupported';
}
