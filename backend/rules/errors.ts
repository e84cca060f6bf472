/** Line and column in the rules file, both counted from 1. */
export interface Position {
  line: number;
  column: number;
}

/** A rules file that cannot be used: a syntax error, an unknown name, a broken limit of the language. */
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

/** An error while a condition is evaluated. It denies unless `||` or `&&` decides without it. */
export class EvaluationError extends Error {
  override name = 'EvaluationError';
  /** Of the innermost expression that failed. */
  position: Position | undefined;
}

/** A limit of the language was exceeded: the whole request is denied, no operator can save it. */
export class LimitExceeded extends Error {
  override name = 'LimitExceeded';
}

/** What a rule asks that this evaluator cannot answer: neither yes nor no, so that nobody relies on it. */
export class NotSupported extends Error {
  override name = 'NotSupported';
}
