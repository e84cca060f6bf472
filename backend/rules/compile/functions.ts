import { MAX_FUNCTION_ARGUMENTS, MAX_LET_BINDINGS } from '../rulesLimits';
import { all, child, expressions, find, type RulesNode } from '../tree';
import { isBuiltIn } from './calls';
import { type Compiler, refuse, type RulesFunction, Scope } from './runContext';

/** A declared function. Its body is compiled later, when all names are known. */
export interface PendingFunction {
  declared: RulesFunction;
  node: RulesNode;
  scope: Scope;
}

export function declareFunction(
  node: RulesNode,
  scope: Scope,
  compiler: Compiler,
): PendingFunction {
  const name = child(node, 'LocalFunctionId');
  const list = find(child(node, 'FunctionSignature'), 'ParamList');
  const parameters = (list ? all(list, 'LocalVariableId') : []).map((parameter) => parameter.text);
  if (isBuiltIn(name.text)) refuse(compiler, name, `'${name.text}' is a function of the language`);
  if (scope.functions.has(name.text))
    refuse(compiler, name, `function '${name.text}' is already declared`);
  if (new Set(parameters).size < parameters.length)
    refuse(compiler, name, 'two parameters have the same name');
  if (parameters.length > MAX_FUNCTION_ARGUMENTS)
    refuse(compiler, name, `more than ${MAX_FUNCTION_ARGUMENTS} parameters`);
  const declared: RulesFunction = {
    name: name.text,
    parameters,
    position: name.position,
    body: () => {
      throw new Error(`function ${name.text} was called before it was compiled`);
    },
    calls: new Set(),
  };
  scope.functions.set(name.text, declared);
  return { declared, node, scope };
}

/** Compiles the body of a function: its `let` bindings in order, then its `return` expression. */
export function compileFunction(pending: PendingFunction, compiler: Compiler): void {
  const { declared, node } = pending;
  const scope = new Scope(pending.scope, declared);
  declared.parameters.forEach((name, index) => scope.variables.set(name, { kind: 'local', index }));
  const body = child(node, 'FunctionBody');
  const bindings = all(body, 'BindingDeclaration');
  if (bindings.length > MAX_LET_BINDINGS)
    refuse(compiler, bindings.at(-1)!, `more than ${MAX_LET_BINDINGS} let bindings`);
  const values = bindings.map((binding) => {
    const value = compiler.expression(expressions(binding)[0]!, scope);
    const name = child(binding, 'LocalVariableId');
    if (scope.variables.has(name.text))
      refuse(compiler, name, `variable '${name.text}' is already declared`);
    scope.variables.set(name.text, { kind: 'local', index: scope.variables.size });
    return value;
  });
  const result = compiler.expression(expressions(child(body, 'ReturnStatement'))[0]!, scope);
  declared.body = (frame) => {
    for (const value of values) {
      frame.run.budget.countExpression();
      frame.locals.push(value(frame));
    }
    return result(frame);
  };
}

/** Refuses functions that call themselves, directly or through others. */
export function refuseRecursion(pending: readonly PendingFunction[], compiler: Compiler): void {
  for (const { declared, node } of pending) {
    // A Set visits entries that are added while it is iterated.
    const reached = new Set(declared.calls);
    for (const called of reached) {
      for (const next of called.calls) reached.add(next);
    }
    if (reached.has(declared)) refuse(compiler, node, `function '${declared.name}' is recursive`);
  }
}
