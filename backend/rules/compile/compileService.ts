import { MAX_CAPTURES, MAX_MATCH_DEPTH, MAX_PATH_SEGMENTS } from '../rulesLimits';
import type { Segment } from '../match';
import { all, child, expressions, find, type RulesNode } from '../tree';
import type { RulesMethod, RulesService } from '../types';
import { type Compiler, type Evaluate, refuse, Scope } from './runContext';
import { compileExpression } from './expressions';
import {
  compileFunction,
  declareFunction,
  type PendingFunction,
  refuseRecursion,
} from './functions';

export interface Rule {
  pattern: readonly Segment[];
  methods: ReadonlySet<RulesMethod>;
  condition: Evaluate;
  line: number;
}

const METHODS: Record<string, readonly RulesMethod[]> = {
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
  get: ['get'],
  list: ['list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
};

const SERVICES: readonly string[] = ['cloud.firestore', 'firebase.storage'];

/** The functions and rules found in the file. They are compiled when all functions are declared. */
interface Collected {
  functions: PendingFunction[];
  rules: { node: RulesNode; pattern: readonly Segment[]; scope: Scope }[];
}

function segment(node: RulesNode, compiler: Compiler): Segment {
  const capture = node.children.find((part) => part.kind === 'Capture');
  const glob = node.children.find((part) => part.kind === 'GlobCapture');
  if (capture) return { kind: 'capture', name: child(capture, 'LocalVariableId').text };
  if (glob) return { kind: 'glob', name: child(glob, 'LocalVariableId').text };
  if (node.text.includes('%')) refuse(compiler, node, 'percent-encoded names are not supported');
  return { kind: 'literal', text: node.text.slice(1) };
}

function declareAll(
  statements: readonly RulesNode[],
  scope: Scope,
  collected: Collected,
  compiler: Compiler,
): void {
  for (const statement of statements)
    if (statement.kind === 'FunctionDeclaration')
      collected.functions.push(declareFunction(statement, scope, compiler));
}

function collectMatch(
  node: RulesNode,
  outer: { pattern: readonly Segment[]; scope: Scope; depth: number },
  collected: Collected,
  compiler: Compiler,
): void {
  const scope = new Scope(outer.scope);
  const pattern = [...outer.pattern];
  if (outer.depth >= MAX_MATCH_DEPTH)
    refuse(compiler, node, `more than ${MAX_MATCH_DEPTH} nested matches`);
  for (const part of child(node, 'PathDecl').children) {
    const next = segment(part, compiler);
    if (next.kind !== 'literal') {
      if (scope.variable(next.name)) refuse(compiler, part, `'${next.name}' is already captured`);
      const index = pattern.filter(({ kind }) => kind !== 'literal').length;
      if (index >= MAX_CAPTURES) refuse(compiler, part, `more than ${MAX_CAPTURES} captures`);
      scope.variables.set(next.name, { kind: 'capture', index });
    }
    if (next.kind === 'glob' && pattern.some(({ kind }) => kind === 'glob'))
      refuse(compiler, part, 'a path can have only one {…=**}');
    pattern.push(next);
  }
  if (pattern.length > MAX_PATH_SEGMENTS)
    refuse(compiler, node, `more than ${MAX_PATH_SEGMENTS} path segments`);
  const statements = all(node, 'MatchStatement').flatMap((statement) => statement.children);
  declareAll(statements, scope, collected, compiler);
  for (const statement of statements) {
    if (statement.kind === 'PermissionDeclaration')
      collected.rules.push({ node: statement, pattern, scope });
    if (statement.kind === 'MatchRuleDeclaration')
      collectMatch(statement, { pattern, scope, depth: outer.depth + 1 }, collected, compiler);
  }
}

function compileRule(
  { node, pattern, scope }: Collected['rules'][number],
  compiler: Compiler,
): Rule {
  const methods = new Set<RulesMethod>();
  for (const name of all(child(node, 'OperationId'), 'Id')) {
    const named = Object.hasOwn(METHODS, name.text) ? METHODS[name.text] : undefined;
    if (!named) refuse(compiler, name, `unknown operation '${name.text}'`);
    named!.forEach((method) => methods.add(method));
  }
  const body = find(node, 'PermissionBody');
  // A rule without a condition, such as `allow read;`, always allows.
  const condition = body ? compiler.expression(expressions(body)[0]!, scope) : () => true;
  return { pattern, methods, condition, line: node.position.line };
}

/** The only service declaration of the file. @throws RulesLoadError if there is not exactly one. */
function findService(tree: RulesNode, file: string): RulesNode {
  const version = find(tree, 'VersionStatement');
  const statements = all(tree, 'RulesetStatement').flatMap(({ children }) => children);
  const services = statements.filter(({ kind }) => kind === 'ServiceDeclaration');
  const [service, second] = services;
  const [unsupported] = all(tree, 'ImportStatement');
  // In version 1, `{x=**}` has another meaning.
  if (version?.children[2]?.text.slice(1, -1) !== '2')
    refuse({ file }, tree, "rules_version = '2' is required");
  if (unsupported) refuse({ file }, unsupported, 'import is not supported');
  if (second) refuse({ file }, second, 'a file can have only one service');
  if (!service) return refuse({ file }, tree, 'no service');
  const name = child(service, 'ServiceId');
  if (!SERVICES.includes(name.text)) refuse({ file }, name, `unknown service '${name.text}'`);
  return service;
}

/**
 * Compiles a parsed rules file: checks every name, and turns each `allow` into a rule. @throws RulesLoadError with
 * file, line and column.
 */
export function compileService(
  tree: RulesNode,
  file: string,
): { service: RulesService; rules: Rule[] } {
  const declaration = findService(tree, file);
  const service = child(declaration, 'ServiceId').text as RulesService;
  const compiler: Compiler = {
    file,
    service,
    expression: (node, scope) => compileExpression(node, scope, compiler),
  };
  const collected: Collected = { functions: [], rules: [] };
  const global = new Scope(null);
  declareAll(
    all(tree, 'RulesetStatement').flatMap(({ children }) => children),
    global,
    collected,
    compiler,
  );
  const scope = new Scope(global);
  const statements = all(declaration, 'ServiceStatement').flatMap(({ children }) => children);
  declareAll(statements, scope, collected, compiler);
  for (const statement of statements)
    if (statement.kind === 'MatchRuleDeclaration')
      collectMatch(statement, { pattern: [], scope, depth: 0 }, collected, compiler);
  for (const pending of collected.functions) compileFunction(pending, compiler);
  refuseRecursion(collected.functions, compiler);
  return { service, rules: collected.rules.map((rule) => compileRule(rule, compiler)) };
}
