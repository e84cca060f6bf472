/**
 * The oxlint rule `patterns/linear`: every regular expression takes time in proportion to its text, whatever the text.
 *
 * Why: texts come from strangers. A pattern with two ways to match the same characters tries all of them when the
 * rest does not match, and the page freezes (ReDoS). `recheck` proves of a pattern that it is linear, or finds a text
 * on which it is not. It is sound for almost all patterns (its automata); patterns with look-arounds or
 * back-references, and with bounded repeats, are attacked by its fuzzer, which may have luck or none: where it judges,
 * keep to a pattern of one path. What it cannot decide counts as refused.
 *
 * The rule `patterns/old-engines`: every literal can be read by the oldest engine that reads the rest of the code. One
 * that cannot is a syntax error of its whole file, and the page stays white.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Its other backends are binaries and a Java archive, which are not installed (tools/noBinary).
process.env.RECHECK_BACKEND = 'pure';
process.env.RECHECK_SYNC_BACKEND = 'pure';
const require = createRequire(import.meta.url);
const { checkSync } = require('recheck');
const { version } = require('recheck/package.json');

/** Milliseconds for one pattern. The slowest takes five seconds of a processor, which a busy machine may not give it. */
const LONGEST = 600_000;

/** The patterns that are linear, kept from one run to the next: all of them take half a minute. */
const KEPT = new URL('../../node_modules/.cache/linearPatterns.json', import.meta.url);
const linearOnes = readKept();

function readKept() {
  try {
    const kept = JSON.parse(readFileSync(KEPT, 'utf8'));
    return new Set(kept.version === version ? kept.patterns : []);
  } catch {
    // There are none yet, or another run is writing them.
    return new Set();
  }
}

function keep(pattern) {
  linearOnes.add(pattern);
  mkdirSync(new URL('.', KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify({ version, patterns: [...linearOnes] }));
}

/**
 * Why a pattern is refused, or undefined if it is linear.
 *
 * @param {string} source
 * @param {string} flags
 */
export function refusalOf(source, flags) {
  const pattern = `/${source}/${flags}`;
  if (linearOnes.has(pattern)) return undefined;
  const { status, complexity, attack, error } = checkSync(source, flags, {
    timeout: LONGEST,
    randomSeed: 1,
  });
  if (status === 'safe') {
    keep(pattern);
    return undefined;
  }
  if (status === 'unknown') {
    return `Nobody knows whether this pattern is linear (${error?.kind}): write a simpler one.`;
  }
  return `This pattern is not linear (${complexity.summary}): it is slow on ${attack.pattern}.`;
}

const NOT_READ =
  'This pattern cannot be checked: write a literal, or make it of constants of this file.';

/** @type {import('oxlint/plugins-dev').Rule} */
const linear = {
  create(context) {
    const report = (node, source, flags) => {
      const message =
        source === undefined || flags === undefined ? NOT_READ : refusalOf(source, flags);
      if (message) context.report({ node, message });
    };
    /** `new RegExp(…)` and `RegExp(…)`. */
    const construct = (node) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
      const [source, flags] = node.arguments;
      // A copy of a literal, which is judged where it stands.
      if (source?.type === 'Literal' && source.regex) return;
      report(node, textOf(source, context.sourceCode), flags ? textOf(flags) : '');
    };
    return {
      Literal: (node) => {
        if (node.regex) report(node, node.regex.pattern, node.regex.flags);
      },
      NewExpression: construct,
      CallExpression: construct,
    };
  },
};

/** The string that an expression gives, if it is made of fixed texts and constants of its file. */
function textOf(node, sourceCode) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'TemplateLiteral': {
      const parts = node.expressions.map((part) => textOf(part, sourceCode));
      if (parts.includes(undefined)) return undefined;
      return node.quasis.map(({ value }, index) => value.cooked + (parts[index] ?? '')).join('');
    }
    case 'TaggedTemplateExpression':
      return isRaw(node) ? node.quasi.quasis[0].value.raw : undefined;
    case 'Identifier':
      return textOf(constantOf(node, sourceCode), sourceCode);
    default:
      return undefined;
  }
}

/** `String.raw` without a substitution. */
const isRaw = ({ tag, quasi }) =>
  tag.object?.name === 'String' && tag.property?.name === 'raw' && quasi.quasis.length === 1;

/** What a constant of the same file is given. */
function constantOf(identifier, sourceCode) {
  for (let scope = sourceCode?.getScope(identifier); scope; scope = scope.upper) {
    const variable = scope.set.get(identifier.name);
    if (!variable) continue;
    const { node, type, parent } = variable.defs[0] ?? {};
    return type === 'Variable' && parent.kind === 'const' ? node.init : undefined;
  }
  return undefined;
}

/** Looking behind, which Safari reads from 16.4 on. What is newer still, `recheck` does not know, and it is refused. */
const LOOKS_BEHIND = /\(\?<[=!]/;

/** @type {import('oxlint/plugins-dev').Rule} */
const oldEngines = {
  create: (context) => ({
    Literal(node) {
      if (!node.regex || !LOOKS_BEHIND.test(node.regex.pattern)) return;
      const message = 'Safari 16.3 cannot read this pattern, and then nothing of its file.';
      context.report({ node, message });
    },
  }),
};

export default { meta: { name: 'patterns' }, rules: { linear, 'old-engines': oldEngines } };
