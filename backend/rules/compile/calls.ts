import { EvaluationError } from '../rulesErrors';
import { callMethod, functions, methodsNamed } from '../methods';
import { compilePattern } from '../regex';
import { child, expressions, find, type RulesNode } from '../tree';
import type { RulesService } from '../types';
import type { Value } from '../values/rulesValues';
import { type Compiler, type Evaluate, type Frame, refuse, type Scope } from './runContext';
import { unquote } from './literals';

type DocumentFunction = (frame: Frame, path: Value) => Value;

const documentFunctions: Record<string, DocumentFunction> = {
  get: ({ run }, path) => run.documents.get('before', path),
  exists: ({ run }, path) => run.documents.exists('before', path),
  getAfter: ({ run }, path) => run.documents.get('after', path),
  existsAfter: ({ run }, path) => run.documents.exists('after', path),
};

/** The document functions of each service: global functions in Firestore, `firestore.…` in Storage. */
const available: Record<RulesService, { prefix: string; names: string[] }> = {
  'cloud.firestore': { prefix: '', names: Object.keys(documentFunctions) },
  'firebase.storage': { prefix: 'firestore.', names: ['get', 'exists'] },
};

/** Functions of the language that are not supported here. */
const UNSUPPORTED = ['bool', 'debug', 'float', 'int', 'path', 'string'];

export function isBuiltIn(name: string): boolean {
  return UNSUPPORTED.includes(name) || Object.hasOwn(documentFunctions, name);
}

function documentFunction(compiler: Compiler, name: string): DocumentFunction | undefined {
  const { prefix, names } = available[compiler.service];
  const found = names.find((candidate) => prefix + candidate === name);
  return found === undefined ? undefined : documentFunctions[found];
}

interface Call {
  node: RulesNode;
  scope: Scope;
  compiler: Compiler;
  args: Evaluate[];
}

function prepare(node: RulesNode, scope: Scope, compiler: Compiler): Call {
  const list = find(node, 'ExpressionList');
  const args = (list ? expressions(list) : []).map((arg) => compiler.expression(arg, scope));
  return { node, scope, compiler, args };
}

function checkCount(call: Call, name: string, counts: number[]): void {
  const { length } = call.args;
  if (!counts.includes(length))
    refuse(call.compiler, call.node, `'${name}' does not take ${length} arguments`);
}

/** `name(…)`: calls a function of the file or of the language. */
export function functionCall(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const name = child(node, 'LocalFunctionId').text;
  const call = prepare(node, scope, compiler);
  const declared = scope.function(name);
  if (declared) {
    checkCount(call, name, [declared.parameters.length]);
    scope.owner?.calls.add(declared);
    return (frame) => {
      const depth = frame.depth + 1;
      const locals = argumentsIn(frame, call);
      frame.run.budget.enterCall(depth);
      return declared.body({ ...frame, locals, depth });
    };
  }
  return (
    documentCall(call, name) ?? refuse(compiler, node, `unknown or unsupported function '${name}'`)
  );
}

function documentCall(call: Call, name: string): Evaluate | undefined {
  const reader = documentFunction(call.compiler, name);
  if (!reader) return undefined;
  checkCount(call, name, [1]);
  const path = call.args[0]!;
  return (frame) => reader(frame, path(frame));
}

const argumentsIn = (frame: Frame, { args }: Call) => args.map((arg) => arg(frame));

/** `namespace.name(…)`, or a method call if `namespace` is a variable. */
export function qualifiedCall(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const object = child(node, 'Id');
  const name = child(node, 'MemberId').text;
  const qualified = `${object.text}.${name}`;
  const isVariable =
    scope.variable(object.text) || object.text === 'request' || object.text === 'resource';
  if (isVariable)
    return methodCallOn(
      compiler.expression({ ...object, kind: 'VariableSimpleExpression' }, scope),
      node,
      scope,
      compiler,
    );
  const call = prepare(node, scope, compiler);
  const read = object.text === 'firestore' ? documentCall(call, qualified) : undefined;
  if (read) return read;
  const found = Object.hasOwn(functions, qualified) ? functions[qualified]! : undefined;
  if (!found) return refuse(compiler, object, `unknown or unsupported '${qualified}'`);
  checkCount(call, qualified, [found.count]);
  return (frame) => found.call(null, ...argumentsIn(frame, call));
}

/** `expression.name(…)` */
export function methodCall(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  return methodCallOn(compiler.expression(expressions(node)[0]!, scope), node, scope, compiler);
}

const METHODS_WITH_PATTERN = new Set(['matches', 'replace', 'split']);
const STRING = /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")$/s;

function methodCallOn(self: Evaluate, node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const name = child(node, 'MemberId').text;
  const candidates = methodsNamed(name);
  if (candidates.length === 0) refuse(compiler, node, `unknown or unsupported method '${name}'`);
  const call = prepare(node, scope, compiler);
  checkCount(
    call,
    name,
    candidates.map(({ count }) => count),
  );
  if (METHODS_WITH_PATTERN.has(name)) checkLiteralPattern(node, compiler);
  return (frame) => callMethod(self(frame), name, argumentsIn(frame, call));
}

/** Checks the pattern when the file is loaded, if it is a string literal. */
function checkLiteralPattern(node: RulesNode, compiler: Compiler): void {
  const argument = expressions(find(node, 'ExpressionList')!)[0]!;
  const pattern = STRING.test(argument.text) ? unquote(argument.text) : undefined;
  if (pattern === undefined) return;
  try {
    compilePattern(pattern);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    refuse(compiler, argument, error.message);
  }
}
