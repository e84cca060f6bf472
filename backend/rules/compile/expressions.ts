import { EvaluationError } from '../rulesErrors';
import {
  type Arithmetic,
  arithmetic,
  compare,
  contains,
  isType,
  isTypeName,
  type Comparison,
} from '../operators';
import { child, expressions, type RulesNode } from '../tree';
import { equals, typeName, type Value } from '../values/rulesValues';
import { functionCall, methodCall, qualifiedCall } from './calls';
import { type Compiler, type Evaluate, refuse, type Scope } from './runContext';
import { listLiteral, literalValue, mapLiteral, pathLiteral } from './literals';
import { indexLookup, memberLookup, variable } from './lookups';

type Compile = (node: RulesNode, scope: Scope, compiler: Compiler) => Evaluate;

function binary(apply: (operator: string, a: Value, b: Value) => Value): Compile {
  return (node, scope, compiler) => {
    const [left, right] = expressions(node).map((side) => compiler.expression(side, scope)) as [
      Evaluate,
      Evaluate,
    ];
    const operator = node.children[1]!.text;
    return (frame) => apply(operator, left(frame), right(frame));
  };
}

const arithmeticExpression = binary((operator, a, b) => arithmetic(operator as Arithmetic, a, b));

const isExpression: Compile = (node, scope, compiler) => {
  const operand = compiler.expression(expressions(node)[0]!, scope);
  const type = child(node, 'IsOperatorId');
  if (!isTypeName(type.text)) refuse(compiler, type, `unknown type '${type.text}'`);
  return (frame) => {
    // The name of the type counts as well.
    frame.run.budget.countExpression();
    return isType(operand(frame), type.text);
  };
};

const literal: Compile = (node, _scope, compiler) => {
  const value = literalValue(child(node, 'Literal'), compiler);
  return () => value;
};

function bool(value: Value, operator: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new EvaluationError(`'${operator}' needs bool, got ${typeName(value)}`);
}

/**
 * `&&` and `||`. The left side decides alone if it can. If the left side has an error, the right side may still decide
 * (`error && false` is false, `error || true` is true). Otherwise the error is the result.
 */
function connective(
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
    // With its right side, the connective counts twice.
    frame.run.budget.countExpression();
    if (bool(right(frame), operator) === decisive) return decisive;
    if (failure) throw failure;
    return !decisive;
  };
}

function negation(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const operand = compiler.expression(expressions(node)[0]!, scope);
  return (frame) => !bool(operand(frame), '!');
}

/** A list or a path that reads `resource`: in a choice, Google's emulator breaks at some of them. */
const breaks = ({ kind, text, children }: RulesNode): boolean =>
  (/^(?:List|Path)SimpleExpression$/.test(kind) && /\bresource\b/.test(text)) ||
  children.some(breaks);

/** Evaluates only the chosen side. */
function ternary(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  if (expressions(node).slice(1).some(breaks))
    refuse(compiler, node, "a list or path that reads 'resource' is not supported in a choice");
  const [condition, yes, no] = expressions(node).map((part) => compiler.expression(part, scope));
  return (frame) => {
    const isTrue = bool(condition!(frame), '?');
    frame.run.budget.countExpression(isTrue ? 1 : 3);
    return (isTrue ? yes! : no!)(frame);
  };
}

/** One entry for each expression of the grammar. Any other one is refused when a file is loaded. */
const compilers: Record<string, Compile> = {
  AdditiveExpression: arithmeticExpression,
  MultiplicativeExpression: arithmeticExpression,
  RelationalExpression: binary((operator, a, b) => compare(operator as Comparison, a, b)),
  EqualityExpression: binary((operator, a, b) => equals(a, b) === (operator === '==')),
  ExprInExpression: binary((_operator, a, b) => contains(a, b)),
  ExprIsTypeIdExpression: isExpression,
  LogicalAndExpression: (...args) => connective('&&', ...args),
  LogicalOrExpression: (...args) => connective('||', ...args),
  NotExpression: negation,
  TernaryExpression: ternary,
  LiteralExpression: literal,
  ListSimpleExpression: listLiteral,
  MapSimpleExpression: mapLiteral,
  PathSimpleExpression: pathLiteral,
  VariableSimpleExpression: variable,
  MemberLookupSimpleExpression: memberLookup,
  ListLookupSimpleExpression: indexLookup,
  FunctionCallSimpleExpression: functionCall,
  IdMemberFunctionCallSimpleExpression: qualifiedCall,
  MemberFunctionCallSimpleExpression: methodCall,
};

/** Counts the expression, and adds its position to an error. */
function countedAndPositioned(node: RulesNode, evaluate: Evaluate): Evaluate {
  return (frame) => {
    frame.run.budget.countExpression();
    try {
      return evaluate(frame);
    } catch (error) {
      // An inner expression may have set the position already.
      if (error instanceof EvaluationError && !error.position) error.position = node.position;
      throw error;
    }
  };
}

/** Compiles one expression. @throws RulesLoadError for an expression that is not supported. */
export function compileExpression(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  // These nodes only wrap another one, so they do not count as expressions.
  if (node.kind === 'PrimaryExpression' || node.kind === 'ParenSimpleExpression')
    return compileExpression(expressions(node)[0]!, scope, compiler);
  const compile = Object.hasOwn(compilers, node.kind) ? compilers[node.kind] : undefined;
  if (!compile) return refuse(compiler, node, `${node.kind} is not supported`);
  return countedAndPositioned(node, compile(node, scope, compiler));
}
