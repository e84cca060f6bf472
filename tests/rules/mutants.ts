/**
 * Mutants of a rules file: the same file with one guard weakened or one bound moved, made on the
 * parse tree of Firebase's own grammar. What a mutant allows or denies differently, a test must see.
 */
import { all, child, expressions, find, type RulesNode } from '../../backend/rules/tree';
import { regexMutants } from './regexMutants';

export interface Mutant {
  /** Where and what, for the list of survivors. */
  name: string;
  tree: RulesNode;
}

/** What a node may become, and what that is called. */
type Change = [what: string, instead: RulesNode];

function changed(node: RulesNode, parts: Partial<Pick<RulesNode, 'kind' | 'children'>>): RulesNode {
  const { kind = node.kind, children = node.children } = parts;
  return { kind, position: node.position, children, text: node.text };
}

const token = (node: RulesNode, text: string, kind = node.kind): RulesNode => ({
  ...changed(node, { kind }),
  text,
});

/** A literal in the place of an expression. */
function literal(at: RulesNode, kind: string, text: string): RulesNode {
  const { position } = at;
  const value = { kind: 'Literal', position, text, children: [token(at, text, kind)] };
  return { kind: 'LiteralExpression', position, text, children: [value] };
}

const shown = (node: RulesNode) =>
  node.text.length > 60 ? `${node.text.slice(0, 57)}…` : node.text;

/** `a && b && c` is `(a && b) && c`: each node loses its right side, the innermost also its left. */
function withoutOperand(node: RulesNode): Change[] {
  const [left, right] = expressions(node) as [RulesNode, RulesNode];
  const losesRight: Change = [`without ${shown(right)}`, left];
  return left.kind === node.kind ? [losesRight] : [losesRight, [`without ${shown(left)}`, right]];
}

const COMPARISONS: Record<string, string[]> = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
};

function comparedOtherwise(node: RulesNode): Change[] {
  const [left, operator, right] = node.children as [RulesNode, RulesNode, RulesNode];
  return COMPARISONS[operator.text]!.map((other) => [
    `${operator.text} as ${other} in ${shown(node)}`,
    changed(node, { children: [left, token(operator, other), right] }),
  ]);
}

function otherLiteral(node: RulesNode): Change[] {
  const { kind, text } = child(node, 'Literal').children[0]!;
  if (kind === 'NUM_INT') {
    return [Number(text) - 1, Number(text) + 1].map((number) => [
      `${text} as ${number}`,
      literal(node, kind, String(number)),
    ]);
  }
  if (kind !== 'STRING') return [];
  return regexMutants(text.slice(1, -1)).map((pattern) => [
    `${text} as '${pattern}'`,
    literal(node, kind, `'${pattern}'`),
  ]);
}

/** `[a, b, c]` without each of its items. */
function withoutItem(node: RulesNode): Change[] {
  const list = find(node, 'ExpressionList');
  if (!list) return [];
  const items = expressions(list);
  return items.map((item) => {
    const children = items.filter((other) => other !== item);
    const fewer = changed(list, { children });
    const instead = node.children.map((part) => (part === list ? fewer : part));
    return [`without ${shown(item)} in ${shown(node)}`, changed(node, { children: instead })];
  });
}

/** Each operation of an `allow` taken away, and its whole condition replaced by true. */
function otherPermission(node: RulesNode): Change[] {
  const operations = child(node, 'OperationId');
  const names = all(operations, 'Id');
  const body = find(node, 'PermissionBody');
  const condition = body && expressions(body)[0]!;
  const replace = (before: RulesNode, after: RulesNode) =>
    changed(node, { children: node.children.map((part) => (part === before ? after : part)) });
  const fewer = names.map((name): Change => {
    const children = names.filter((other) => other !== name);
    return [
      `no longer allows ${name.text}`,
      replace(operations, changed(operations, { children })),
    ];
  });
  if (!condition || condition.text === 'true') return fewer;
  const always = changed(body, { children: [literal(condition, 'TRUE', 'true')] });
  return [...fewer, [`allows ${operations.text} always`, replace(body, always)]];
}

const CHANGES: Record<string, (node: RulesNode) => Change[]> = {
  LogicalAndExpression: withoutOperand,
  LogicalOrExpression: withoutOperand,
  EqualityExpression: comparedOtherwise,
  RelationalExpression: comparedOtherwise,
  NotExpression: (node) => [[`not negated: ${shown(node)}`, expressions(node)[0]!]],
  LiteralExpression: otherLiteral,
  ListSimpleExpression: withoutItem,
  TernaryExpression: (node) => {
    const [, yes, no] = expressions(node) as [RulesNode, RulesNode, RulesNode];
    return [
      [`always ${shown(yes)}`, yes],
      [`always ${shown(no)}`, no],
    ];
  },
  PermissionDeclaration: otherPermission,
};

/** Every mutant of a parsed rules file, each with one change. */
export function mutantsOf(tree: RulesNode, file: string): Mutant[] {
  const { line, column } = tree.position;
  const own = (CHANGES[tree.kind]?.(tree) ?? []).map(([what, instead]) => ({
    name: `${file}:${line}:${column} ${what}`,
    tree: instead,
  }));
  const below = tree.children.flatMap((part, index) =>
    mutantsOf(part, file).map(({ name, tree: other }) => ({
      name,
      tree: changed(tree, { children: tree.children.with(index, other) }),
    })),
  );
  return [...own, ...below];
}
