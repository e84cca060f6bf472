import { EvaluationError } from '../rulesErrors';
import { checkedInt } from '../operators';
import { child, expressions, find, type RulesNode } from '../tree';
import { Path, typeName, type Value } from '../values/rulesValues';
import { type Compiler, type Evaluate, refuse, type Scope } from './runContext';

const ESCAPES: Record<string, string> = Object.fromEntries([
  ...Object.entries({ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }),
  ...['\\', "'", '"', '`', '?'].map((char) => [char, char]),
]);
const ESCAPE =
  /\\(?:x([0-9A-Fa-f]{2})(?![0-9A-Fa-f])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([0-7]{1,3})|(.))/gsu;

/** The text of a string literal, without quotes and with escapes replaced. Undefined if an escape is unknown. */
export function unquote(token: string): string | undefined {
  let isKnown = true;
  const text = token.slice(1, -1).replace(ESCAPE, (_, hex, short, long, octal, char) => {
    if (char === undefined) {
      const point = octal === undefined ? parseInt(hex ?? short ?? long, 16) : parseInt(octal, 8);
      if (point <= 0x10ffff) return String.fromCodePoint(point);
    } else if (ESCAPES[char] !== undefined) return ESCAPES[char];
    isKnown = false;
    return '';
  });
  return isKnown ? text : undefined;
}

export function literalValue(node: RulesNode, compiler: Compiler): Value {
  const token = node.children[0]!;
  switch (token.kind) {
    case 'TRUE':
      return true;
    case 'FALSE':
      return false;
    case 'NULL':
      return null;
    case 'NUM_INT':
      try {
        return checkedInt(BigInt(token.text));
      } catch {
        return refuse(compiler, token, `${token.text} is not a 64-bit integer`);
      }
    case 'NUM_FLOAT':
      return Number(token.text);
    case 'STRING':
      return unquote(token.text) ?? refuse(compiler, token, 'unknown escape sequence');
    default:
      return refuse(compiler, token, `a literal of kind ${token.kind} is not supported`);
  }
}

/** `[a, b]` */
export function listLiteral(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const list = find(node, 'ExpressionList');
  const items = (list ? expressions(list) : []).map((item) => compiler.expression(item, scope));
  return (frame) => items.map((item) => item(frame));
}

/** `{'key': value}` */
export function mapLiteral(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const entries = (find(child(node, 'MapExpression'), 'MapEntries')?.children ?? [])
    .filter((entry) => entry.kind === 'MapEntry')
    .map((entry) => expressions(entry).map((part) => compiler.expression(part, scope)));
  return (frame) =>
    new Map(
      entries.map(([key, value]): [string, Value] => {
        const name = key!(frame);
        if (typeof name !== 'string') throw new EvaluationError('a key of a map must be a string');
        return [name, value!(frame)];
      }),
    );
}

type PathPart = (frame: Parameters<Evaluate>[0]) => readonly string[];

function interpolated(value: Value): readonly string[] {
  // A slash or an empty string would turn the path into that of another document.
  if (typeof value === 'string' && value !== '' && !value.includes('/')) return [value];
  throw new EvaluationError(`$(…) takes the name of one segment, not ${typeName(value)}`);
}

function pathPart(segment: RulesNode, scope: Scope, compiler: Compiler): PathPart {
  const declared = segment.children[0]!;
  if (declared.kind === 'SimpleSegmemnt') {
    const fixed = [declared.text.slice(1)];
    return () => fixed;
  }
  if (declared.kind === 'CaptureSegment' || declared.kind === 'GlobSegment')
    refuse(compiler, segment, 'a path with a gap for bind() is not supported');
  const value = compiler.expression(expressions(segment)[0]!, scope);
  return (frame) => interpolated(value(frame));
}

/** `/databases/$(database)/documents/…` */
export function pathLiteral(node: RulesNode, scope: Scope, compiler: Compiler): Evaluate {
  const segments = child(node, 'PathExpression').children;
  const parts = segments.map((segment) => pathPart(segment, scope, compiler));
  const names = segments.filter(({ children: [part] }) => part!.kind === 'SimpleSegmemnt').length;
  return (frame) => {
    // Each name is an expression, as `$(…)` is.
    frame.run.budget.countExpression(names);
    return new Path(parts.flatMap((part) => part(frame)));
  };
}
