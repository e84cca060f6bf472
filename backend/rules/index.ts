import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { compileService, type Rule } from './compile/compileService';
import type { Run } from './compile/runContext';
import { DocumentReader } from './ruleDocuments';
import { EvaluationError, RequestRefused, NotSupported, RulesLoadError } from './rulesErrors';
import { Budget, MAX_ACCESSES, MAX_SOURCE_BYTES } from './rulesLimits';
import { matchPath, requestSegments, UNKNOWN, type Captured } from './match';
import { requestValue, resourceValue } from './requestValue';
import { parseRules, type RulesNode } from './tree';
import type { RulesDecision, RulesDocuments, RulesRequest, Ruleset, RulesService } from './types';
import { Path, typeName } from './values/rulesValues';

export { RulesLoadError } from './rulesErrors';

const isFirestoreList = (service: RulesService, { method }: RulesRequest) =>
  service === 'cloud.firestore' && method === 'list';

/** @throws EvaluationError for an invalid stored value, such as a malformed timestamp */
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

/**
 * Evaluates the condition of a rule. Returns true if it allows. Otherwise returns the reason, or the NotSupported
 * error. @throws RequestRefused
 */
function evaluateRule(rule: Rule, captures: Captured[], run: Run): true | string | NotSupported {
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

/** Tries the rules in order. The request is allowed as soon as one of them allows it, and denied if none does. */
function applyRules(
  rules: readonly Rule[],
  file: string,
  service: RulesService,
  request: RulesRequest,
  run: Run,
): { allowed: boolean; reason: string } {
  const isGroup = request.query?.isGroup ?? false;
  const segments = requestSegments(request.path, isFirestoreList(service, request), isGroup);
  const refusals: string[] = [];
  let unsupported: NotSupported | undefined;
  for (const rule of rules) {
    const captures = rule.methods.has(request.method) ? matchPath(rule.pattern, segments) : null;
    if (!captures) continue;
    const outcome = evaluateRule(rule, captures, run);
    if (outcome === true) return { allowed: true, reason: `allowed by ${file}:${rule.line}` };
    if (!(outcome instanceof NotSupported)) refusals.push(`${file}:${rule.line} ${outcome}`);
    else if (!unsupported) unsupported = outcome;
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

/** Compiles the rules of a parsed file. @throws RulesLoadError like `loadRules`, except for syntax errors */
export function compileRules(tree: RulesNode, file: string): Ruleset {
  const { service, rules } = compileService(tree, file);
  return {
    service,
    decide(request: RulesRequest, documents: RulesDocuments): RulesDecision {
      const budget = new Budget(MAX_ACCESSES[service], documents.accessed);
      const usage = () => ({ expressions: budget.expressions, documents: budget.accessed.size });
      try {
        const run = newRun(service, request, documents, budget);
        return { ...applyRules(rules, file, service, request, run), usage: usage() };
      } catch (error) {
        if (!(error instanceof RequestRefused || error instanceof EvaluationError)) throw error;
        return { allowed: false, reason: `${file}: ${error.message}`, usage: usage() };
      }
    },
  };
}

const loaded = new Map<string, Ruleset>();

/**
 * Parses and checks a rules file (`service cloud.firestore` or `service firebase.storage`, rules_version '2'). The same
 * source is parsed only once. `file` is the name for messages.
 * @throws RulesLoadError for a syntax error, an unknown name, construct or type, a regular expression that RE2 refuses,
 * or an exceeded limit of the language. Its message is `file:line:column: reason`.
 */
export function loadRules(source: string, file: string): Ruleset {
  const key = `${file}\n${source}`;
  const known = loaded.get(key) ?? build(source, file);
  loaded.set(key, known);
  return known;
}

/** Reads and loads a rules file. @throws RulesLoadError */
export function loadRulesFile(path: string): Ruleset {
  return loadRules(readFileSync(path, 'utf8'), basename(path));
}
