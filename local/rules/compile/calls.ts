import { EvaluationError } from '../errors';
import { callMethod, methodsNamed } from '../methods';
import type { Method } from '../methods/method';
import { converters, namespaces } from '../namespaces';
import { compilePattern } from '../methods/string';
import { child, expressions, find, type RulesNode } from '../tree';
import type { RulesService } from '../types';
import type { Value } from '../values/values';
import { type Compiler, type Evaluate, type Frame, refuse, type Scope } from './context';
import { unquote } from './literals';

type DocumentFunction = (frame: Frame, path: Value) => Value;

const documentFunctions: Record<string, DocumentFunction> = {
  get: ({ run }, path) => run.documents.get('before', path),
  exists: ({ run }, path) => run.documents.exists('before', path),
  getAfter: ({ run }, path) => run.documents.get('after', path),
  existsAfter: ({ run }, path) => run.documents.exists('after', path),
};

/** Which document functions a service has: global ones in Firestore, `firestore.…` in Storage. */
const available: Record<RulesService, { prefix: string; names: string[] }> = {
  'cloud.firestore': { prefix: '', names: Object.keys(documentFunctions) },
  'firebase.storage': { prefix: 'firestore.', names: ['get', 'exists'] },
};

/** Whether the language itself has a function of this name. */
export function isBuiltIn(name: string): boolean {
  return Object.hasOwn(converters, name) || Object.hasOwn(documentFunctions, name);
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

function checkCount(call: Call, name: string, candidates: { min: number; max: number }[]): void {
  const { length } = call.args;
  if (!candidates.some(({ min, max }) => length >= min && length <= max))
    refuse(call.compiler, call.node, `'${name}' does not take ${length} arguments`);
}

/** `name(…)`: a function of the file or of the language. */
export function functionCall(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const name = child(node, 'LocalFunctionId').text;
  const call = prepare(node, scope, compiler);
  const declared = scope.function(name);
  if (declared) {
    const count = declared.parameters.length;
    checkCount(call, name, [{ min: count, max: count }]);
    scope.owner?.calls.add(declared);
    return (frame) => {
      const depth = frame.depth + 1;
      const locals = argumentsIn(frame, call);
      frame.run.budget.enterCall(depth);
      return declared.body({ ...frame, locals, depth });
    };
  }
  return builtInCall(call, name) ?? refuse(compiler, node, `unknown function '${name}'`);
}

function builtInCall(call: Call, name: string): Evaluate | undefined {
  const reader = documentFunction(call.compiler, name);
  if (reader) {
    checkCount(call, name, [{ min: 1, max: 1 }]);
    const path = call.args[0]!;
    return (frame) => reader(frame, path(frame));
  }
  if (!Object.hasOwn(converters, name)) return undefined;
  const converter = converters[name]!;
  return applied(converter, call, name);
}

/** A function of the language over its evaluated arguments. */
function applied(method: Method<null>, call: Call, name: string): Evaluate {
  checkCount(call, name, [method]);
  return (frame) => method.call(null, argumentsIn(frame, call));
}

const argumentsIn = (frame: Frame, { args }: Call) => args.map((arg) => arg(frame));

/** `namespace.name(…)` or, where `namespace` is a variable, a method of its value. */
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
  if (object.text === 'firestore' && documentFunction(compiler, qualified))
    return builtInCall(call, qualified)!;
  const namespace = Object.hasOwn(namespaces, object.text) ? namespaces[object.text]! : undefined;
  if (!namespace) return refuse(compiler, object, `unknown variable '${object.text}'`);
  const method = Object.hasOwn(namespace, name) ? namespace[name]! : undefined;
  if (!method) return refuse(compiler, node, `unknown function '${qualified}'`);
  return applied(method, call, qualified);
}

/** `expression.name(…)` */
export function methodCall(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  return methodCallOn(compiler.expression(expressions(node)[0]!, scope), node, scope, compiler);
}

const TAKES_PATTERN = new Set(['matches', 'replace', 'split']);
const STRING = /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")$/s;

function methodCallOn(self: Evaluate, node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const name = child(node, 'MemberId').text;
  const candidates = methodsNamed(name);
  if (candidates.length === 0) refuse(compiler, node, `unknown method '${name}'`);
  const call = prepare(node, scope, compiler);
  checkCount(call, name, candidates);
  if (TAKES_PATTERN.has(name)) checkLiteralPattern(node, compiler);
  return (frame) => callMethod(self(frame), name, argumentsIn(frame, call));
}

/** A pattern written out in the file is checked when the file is loaded. */
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
