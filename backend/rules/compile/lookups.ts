import { elementAt, member } from '../operators';
import { EvaluationError, NotSupported } from '../rulesErrors';
import { UNKNOWN } from '../match';
import { KNOWN_MEMBERS, ONLY_BY_MEMBER } from '../requestValue';
import { child, expressions, type RulesNode } from '../tree';
import { type Compiler, type Evaluate, refuse, type Scope } from './runContext';

/** A variable: a capture, a parameter, a `let`, or `request` and `resource`. */
export function variable(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const known = scope.variable(node.text);
  if (known?.kind === 'local') return (frame) => frame.locals[known.index]!;
  if (known)
    return (frame) => {
      const value = frame.captures[known.index]!;
      if (value === UNKNOWN) throw new EvaluationError(`'${node.text}' is not known in a list`);
      return value;
    };
  if (node.text === 'resource')
    return ({ run: { resource } }) => {
      if (resource !== UNKNOWN) return resource;
      const { line, column } = node.position;
      throw new NotSupported(
        `${compiler.file}:${line}:${column}: a rule for list that reads 'resource' is decided from the ` +
          "query's constraints, which is not supported",
      );
    };
  refuseWhole(node, scope, compiler);
  return refuse(compiler, node, `unknown variable '${node.text}'`);
}

const isOnlyByMember = (node: RulesNode, scope: Scope, compiler: Compiler): boolean =>
  ONLY_BY_MEMBER.includes(node.text) &&
  Object.hasOwn(KNOWN_MEMBERS[compiler.service], node.text) &&
  !scope.variable('request');

function refuseWhole(node: RulesNode, scope: Scope, compiler: Compiler): void {
  if (isOnlyByMember(node, scope, compiler))
    refuse(compiler, node, `'${node.text}' as a whole is not supported`);
}

function objectOf(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  if (!isOnlyByMember(node, scope, compiler)) return compiler.expression(node, scope);
  const [, ...keys] = node.text.split('.');
  return ({ run }) => {
    run.budget.countExpression(1 + keys.length);
    return keys.reduce(member, run.request);
  };
}

function checkMember(object: RulesNode, key: RulesNode, scope: Scope, compiler: Compiler): void {
  const root = /^\w+/.exec(object.text)?.[0] ?? '';
  const members = KNOWN_MEMBERS[compiler.service];
  if (scope.variable(root) || !Object.hasOwn(members, object.text)) return;
  if (!members[object.text]!.includes(key.text))
    refuse(compiler, key, `'${object.text}' has no property '${key.text}'`);
}

/** `object.key` */
export function memberLookup(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const [objectNode] = expressions(node) as [RulesNode];
  const key = child(node, 'KeywordId');
  checkMember(objectNode, key, scope, compiler);
  refuseWhole(node, scope, compiler);
  const object = objectOf(objectNode, scope, compiler);
  return (frame) => member(object(frame), key.text);
}

/** `object[index]` */
export function indexLookup(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const object = compiler.expression(expressions(node)[0]!, scope);
  const index = node.children.find((part) => part.kind.endsWith('Lookup'))!;
  if (index.kind !== 'IndexLookup') refuse(compiler, index, 'a range is not supported');
  const position = compiler.expression(expressions(index)[0]!, scope);
  return (frame) => elementAt(object(frame), position(frame));
}
