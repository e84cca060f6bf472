// The style sheets ask for nothing that the oldest engines lack (docs/systems.md), except for what is only looks.
import { join } from 'node:path';
import data from '@mdn/browser-compat-data' with { type: 'json' };
import { parse, type AtRule, type ChildNode, type Declaration, type Rule } from 'postcss';
import { build } from 'vite';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** From these on the app starts: they know `??=`. The style sheets are built for the same (`vite.config.ts`). */
const OLDEST = { chrome: 85, firefox: 79, safari: 14.1 };

/** What may be missing in them, by what is seen there. */
const MAY_BE_MISSING: Record<string, string[]> = {
  'The colours of the system, of a mark or of a touch are others.': [
    '-webkit-tap-highlight-color',
    ':autofill',
    ':backdrop',
    'accent-color',
    'color-mix()',
    'color-scheme',
    'forced-color-adjust',
    'text-decoration-thickness',
    'text-underline-offset',
  ],
  'Something comes, goes or moves at once, and a bar of actions stays.': [
    '@starting-style',
    'animation-range',
    'animation-timeline',
    'timeline-scope',
    'view-timeline',
    'view-timeline-inset',
    'view-transition-name',
  ],
  'Lines and sheets of paper end elsewhere.': [
    '@page',
    'break-after: avoid',
    'orphans',
    'overflow-wrap: anywhere',
    'text-wrap',
    'widows',
  ],
  'What is far from the window is drawn, too.': [
    'contain-intrinsic-block-size',
    'contain-intrinsic-size',
    'content-visibility',
  ],
  'A place is higher or lower, or scrolls a little further.': [
    '@container',
    'align-content: end',
    'align-content: start',
    'aspect-ratio',
    'container-type',
    'field-sizing',
    'grid-template-rows: subgrid',
    'lh',
    'overflow-clip-margin',
    'overflow-x: clip',
    'overscroll-behavior',
    'scroll-margin-block',
    'scroll-padding-block',
    'scrollbar-gutter',
    'text-size-adjust',
    'touch-action: pinch-zoom',
  ],
  'The header’s links move while they arrive.': [':has'],
  'The browser draws its own ring around what has the focus.': [':focus-visible'],
  'Headings keep their fallback, and samples are not marked.': [':where'],
};

type Support = { version_added?: string | boolean; prefix?: string };
interface Feature {
  __compat?: { support: Record<string, Support | Support[]> };
}
type Features = { [name: string]: Features } & Feature;
/** MDN's data of which engine knows what since when. */
const css = data.css as unknown as Record<
  'properties' | 'selectors' | 'at-rules' | 'types',
  Features
>;

/** Whether one of the oldest engines lacks a feature. What the data does not name is no feature. */
const isLacking = ({ __compat }: Feature = {}): boolean =>
  __compat !== undefined &&
  Object.entries(OLDEST).some(([engine, oldest]) =>
    [__compat.support[engine]]
      .flat()
      .every(
        (way) =>
          way?.prefix || !(parseFloat(String(way?.version_added).replace('≤', '')) <= oldest),
      ),
  );

const { length: lengths, color: colors } = css.types;
const UNITS: Record<string, Features | undefined> = {
  dvh: lengths?.['viewport_percentage_units_dynamic'],
  svh: lengths?.['viewport_percentage_units_small'],
  lh: lengths?.['lh'],
};

type Named = [name: string, feature: Features | undefined];

/** The features that a part of a style sheet uses. */
function featuresOf(node: Declaration | Rule | AtRule): Named[] {
  const all = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, word]) => word!);
  if (node.type === 'rule')
    return all(node.selector, /::?([a-z][a-z-]*)/g).map((name) => [
      `:${name}`,
      css.selectors[name],
    ]);
  if (node.type === 'atrule') return [[`@${node.name}`, css['at-rules'][node.name]]];
  const { prop, value } = node;
  const property = css.properties[prop];
  return [
    [prop, property],
    ...all(value, /(?<![\w-])([a-z][a-z-]*)(?![\w(-])/g).map((word): Named => [
      `${prop}: ${word}`,
      property?.[word],
    ]),
    ...all(value, /([a-z-]+)\(/g).map((name): Named => [
      `${name}()`,
      css.types[name] ?? colors?.[name],
    ]),
    ...all(value, /\d([a-z]+)\b/g).map((unit): Named => [unit, UNITS[unit]]),
  ];
}

/** Whether an engine that lacks it goes by another declaration of the same rule, or by a rule that asks for it. */
const isBacked = (node: ChildNode): boolean =>
  (node.type === 'decl' &&
    node.parent!.some(
      (other) =>
        other !== node &&
        other.type === 'decl' &&
        [node.prop, `-webkit-${node.prop}`].includes(other.prop),
    )) ||
  (node.parent?.type === 'atrule' && (node.parent as AtRule).name === 'supports') ||
  (node.parent?.type === 'rule' && isBacked(node.parent as Rule));

/** All that the oldest engines lack of the style sheets of a page, each once. */
async function lackingIn(folder: string): Promise<string[]> {
  const built = await build({
    root: join(ROOT, folder),
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'silent',
    build: { write: false },
  });
  const { output } = built as { output: { fileName: string; source?: unknown }[] };
  const sheets = output.filter(({ fileName }) => fileName.endsWith('.css'));
  expect(sheets).not.toEqual([]);
  const lacking = new Set<string>();
  for (const { source } of sheets) {
    parse(String(source)).walk((node) => {
      if (node.type === 'comment' || isBacked(node)) return;
      // The first: of a property that is lacking, its values are, too.
      const [name] = featuresOf(node).find(([, feature]) => isLacking(feature)) ?? [];
      if (name !== undefined) lacking.add(name);
    });
  }
  return [...lacking];
}

test('what the oldest engines lack is only looks, and is told why', async () => {
  const lacking = [...(await lackingIn('.')), ...(await lackingIn('src/owner'))];
  expect([...new Set(lacking)].toSorted()).toEqual(Object.values(MAY_BE_MISSING).flat().toSorted());
}, 120_000);
