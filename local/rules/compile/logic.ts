import { EvaluationError } from '../errors';
import { expressions, type RulesNode } from '../tree';
import { typeName, type Value } from '../values/values';
import type { Compiler, Evaluate, Frame, Scope } from './context';

function bool(value: Value, operator: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new EvaluationError(`'${operator}' needs bool, got ${typeName(value)}`);
}

/**
 * `&&` and `||`. The left side decides alone where it can; where it fails, the right side may still
 * decide (`error && false` is false, `error || true` is true), else the error stands.
 */
export function connective(
  operator: '&&' | '||',
  node: RulesNode,
  scope: Scope,
  compiler: Compiler,
): Evaluate {
  const [left, right] = expressions(node).map((side) => compiler.expression(side, scope)) as [
    Evaluate,
    Evaluate,
  ];
  const decisive = operator === '||';
  return (frame) => {
    let failure: EvaluationError | undefined;
    try {
      if (bool(left(frame), operator) === decisive) return decisive;
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      failure = error;
    }
    if (bool(right(frame), operator) === decisive) return decisive;
    if (failure) throw failure;
    return !decisive;
  };
}

export function negation(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const operand = compiler.expression(expressions(node)[0]!, scope);
  return (frame) => !bool(operand(frame), '!');
}

/** `condition ? a : b`; only the chosen side is evaluated. */
export function ternary(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const [condition, yes, no] = expressions(node).map((part) => compiler.expression(part, scope));
  return (frame: Frame) => (bool(condition!(frame), '?') ? yes! : no!)(frame);
}
