import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { compileService, type Rule } from './compile/service';
import type { Run } from './compile/context';
import { DocumentReader } from './documents';
import { EvaluationError, LimitExceeded, NotSupported, RulesLoadError } from './errors';
import { Budget, MAX_ACCESSES, MAX_SOURCE_BYTES } from './limits';
import { matchPath, requestSegments, UNKNOWN } from './match';
import { requestValue, resourceValue } from './request';
import { parseRules, type RulesNode } from './tree';
import type { RulesDecision, RulesDocuments, RulesRequest, Ruleset, RulesService } from './types';
import { Path, typeName } from './values/values';

export { RulesLoadError } from './errors';

const isFirestoreList = (service: RulesService, { method }: RulesRequest) =>
  service === 'cloud.firestore' && method === 'list';

/** @throws EvaluationError for a stored value that is none, such as a malformed timestamp */
function newRun(
  service: RulesService,
  request: RulesRequest,
  documents: RulesDocuments,
  budget: Budget,
): Run {
  const path = Path.parse(request.path);
  const database = service === 'cloud.firestore' ? String(path.segments[1]) : '(default)';
  return {
    request: requestValue(request),
    resource: isFirestoreList(service, request) ? UNKNOWN : resourceValue(request.resource, path),
    budget,
    documents: new DocumentReader(documents, budget, database),
  };
}

/** Whether this rule allows, or why not. @throws LimitExceeded */
function judge(
  rule: Rule,
  captures: ReturnType<typeof matchPath> & {},
  run: Run,
): true | string | NotSupported {
  try {
    const value = rule.condition({ run, captures, locals: [], depth: 0 });
    if (value === true) return true;
    return value === false ? 'is false' : `is ${typeName(value)}, not bool`;
  } catch (error) {
    if (error instanceof NotSupported) return error;
    if (!(error instanceof EvaluationError)) throw error;
    const { line, column } = error.position ?? { line: rule.line, column: 1 };
    return `fails at ${line}:${column}: ${error.message}`;
  }
}

/** The rules are tried in order; one that allows is enough, and none means no. */
function verdict(
  rules: readonly Rule[],
  file: string,
  service: RulesService,
  request: RulesRequest,
  run: Run,
): { allowed: boolean; reason: string } {
  const segments = requestSegments(request.path, isFirestoreList(service, request));
  const refusals: string[] = [];
  let unsupported: NotSupported | undefined;
  for (const rule of rules) {
    const captures = rule.methods.has(request.method) ? matchPath(rule.pattern, segments) : null;
    if (!captures) continue;
    const outcome = judge(rule, captures, run);
    if (outcome === true) return { allowed: true, reason: `allowed by ${file}:${rule.line}` };
    if (outcome instanceof NotSupported) unsupported ??= outcome;
    else refusals.push(`${file}:${rule.line} ${outcome}`);
  }
  if (unsupported) throw unsupported;
  const reason = refusals.join('; ') || `${file}: no rule allows ${request.method} here`;
  return { allowed: false, reason };
}

function build(source: string, file: string): Ruleset {
  if (Buffer.byteLength(source) > MAX_SOURCE_BYTES)
    throw new RulesLoadError(`more than ${MAX_SOURCE_BYTES} bytes`, file, { line: 1, column: 1 });
  return compileRules(parseRules(source, file), file);
}

/** The rules of a parsed file. @throws RulesLoadError like `loadRules`, but for the syntax */
export function compileRules(tree: RulesNode, file: string): Ruleset {
  const { service, rules } = compileService(tree, file);
  return {
    service,
    decide(request: RulesRequest, documents: RulesDocuments): RulesDecision {
      const budget = new Budget(MAX_ACCESSES[service], documents.accessed);
      const usage = () => ({ expressions: budget.expressions, documents: budget.accessed.size });
      try {
        const run = newRun(service, request, documents, budget);
        return { ...verdict(rules, file, service, request, run), usage: usage() };
      } catch (error) {
        if (!(error instanceof LimitExceeded || error instanceof EvaluationError)) throw error;
        return { allowed: false, reason: `${file}: ${error.message}`, usage: usage() };
      }
    },
  };
}

const loaded = new Map<string, Ruleset>();

/**
 * Parses and checks a rules file (`service cloud.firestore` or `service firebase.storage`,
 * rules_version '2'); the same source is parsed once. `file` is the name used in messages.
 * @throws RulesLoadError for a syntax error, an unknown name, construct or type, a regular
 * expression that RE2 refuses, or a broken limit of the language: `file:line:column: why`.
 */
export function loadRules(source: string, file: string): Ruleset {
  const key = `${file}\n${source}`;
  const known = loaded.get(key) ?? build(source, file);
  loaded.set(key, known);
  return known;
}

/** The rules of a file. @throws RulesLoadError */
export function loadRulesFile(path: string): Ruleset {
  return loadRules(readFileSync(path, 'utf8'), basename(path));
}
