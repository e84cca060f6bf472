import { parseForESLint } from '@firebase/eslint-plugin-security-rules/parser';
import { RulesLoadError, type Position } from './rulesErrors';

/**
 * A node of the parse tree. `kind` is the grammar's name of the alternative (`LogicalAndExpression`,
 * `PermissionDeclaration`, …) or, for a token, its symbolic name (`IDENTIFIER`, `STRING`, `AND`, …).
 */
export interface RulesNode {
  kind: string;
  readonly text: string;
  position: Position;
  children: RulesNode[];
}

/** The parts of ANTLR's parse tree that are used here. ANTLR's package has no types. */
interface AntlrNode {
  getText(): string;
  children?: AntlrNode[] | null;
  symbol?: { type: number; line: number; column: number };
  start?: { line: number; column: number };
}

function toNode(antlr: AntlrNode, symbolicNames: string[]): RulesNode {
  const at = antlr.symbol ?? antlr.start;
  return {
    kind: antlr.symbol
      ? (symbolicNames[antlr.symbol.type] ?? 'EOF')
      : antlr.constructor.name.replace(/Context$/, ''),
    // A getter, because computing the text of every node takes quadratic time in a long expression.
    get text() {
      return antlr.getText();
    },
    position: { line: at?.line ?? 1, column: (at?.column ?? 0) + 1 },
    children: (antlr.children ?? []).map((child) => toNode(child, symbolicNames)),
  };
}

/**
 * Parses a rules file with Firebase's own ANTLR grammar (@firebase/eslint-plugin-security-rules).
 * @throws RulesLoadError at the first syntax error, with file, line and column.
 */
export function parseRules(source: string, file: string): RulesNode {
  try {
    const { services } = parseForESLint(source);
    const { symbolicNames } = services['parser'] as { symbolicNames: string[] };
    return toNode(services['tree'] as AntlrNode, symbolicNames);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const at = error as SyntaxError & { lineNumber?: number; column?: number };
    throw new RulesLoadError(error.message, file, {
      line: at.lineNumber ?? 1,
      column: at.column ?? 1,
    });
  }
}

/** The first child of this kind; undefined if there is none. */
export function find(node: RulesNode, kind: string): RulesNode | undefined {
  return node.children.find((child) => child.kind === kind);
}

/** The grammar guarantees that there is one. */
export function child(node: RulesNode, kind: string): RulesNode {
  const found = find(node, kind);
  if (!found) throw new Error(`${node.kind} has no ${kind}, which contradicts the grammar`);
  return found;
}

export function all(node: RulesNode, kind: string): RulesNode[] {
  return node.children.filter((candidate) => candidate.kind === kind);
}

export function expressions(node: RulesNode): RulesNode[] {
  return node.children.filter((candidate) => candidate.kind.endsWith('Expression'));
}
