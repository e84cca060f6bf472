/** The oxlint rule `layers/one-way`: a file imports only what the table of layers lets it import (layers.js). */
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_ABOVE, ANY, LAYERS } from './layers.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const withSlashes = (path) => path.split(sep).join('/');
/** Imports of files have an ending in some places only. */
const withoutEnding = (path) => path.split('?', 1)[0].replace(/\.(tsx?|jsx?)$/, '');

/** Whether a path is this file, or lies in this folder. In `name` a `*` stands for any folder. */
function liesIn(path, name) {
  const parts = withoutEnding(path).split('/');
  return withoutEnding(name)
    .split('/')
    .every((part, depth) => part === '*' || part === parts[depth]);
}

/**
 * The layer of a file, and which of the layer's folders it lies in. Tests and configuration files have none.
 *
 * @param {string} path
 */
export function homeOf(path) {
  return LAYERS.flatMap((layer) => layer.folders.map((folder) => ({ layer, folder })))
    .filter(({ folder }) => liesIn(path, folder))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

/**
 * What a layer may import of the house.
 *
 * @param {import('./layers.js').Layer} layer
 * @returns {string[]}
 */
export function importsOf(layer) {
  if (layer.imports !== ALL_ABOVE) return layer.imports;
  return LAYERS.slice(0, LAYERS.indexOf(layer)).flatMap(({ folders }) => folders);
}

/**
 * Why a file may not import this, or undefined if it may.
 *
 * @param {string} file its path from the root of the project
 * @param {string} specifier what stands in the import
 * @returns {string | undefined}
 */
export function refusalOf(file, specifier) {
  const path = withSlashes(file);
  const home = homeOf(path);
  if (!home) return undefined;
  const isPackage = !specifier.startsWith('.');
  const target = isPackage ? specifier : withoutEnding(withSlashes(join(dirname(path), specifier)));
  if (!isPackage && homeOf(target)?.folder === home.folder) return undefined;
  const allowed = isPackage ? home.layer.packages : importsOf(home.layer);
  if (allowed !== ANY && !allowed.some((name) => liesIn(target, name)))
    return `${home.folder} may not import ${target}: see tools/lint/layers.js and docs/architecture.md.`;
  if (isPackage || isDoor(target)) return undefined;
  return `${target} is no door of its room: see tools/lint/layers.js.`;
}

/** @param {string} target a file of another room, without its ending */
function isDoor(target) {
  const doors = homeOf(target)?.layer.doors;
  return !doors || doors.some((door) => withoutEnding(door) === target);
}

/** @type {import('oxlint/plugins-dev').Rule} */
const oneWay = {
  create(context) {
    const file = relative(ROOT, context.filename);
    const check = ({ source }) => {
      // Only `import(…)` can have a source that is no fixed text.
      if (typeof source?.value !== 'string') return;
      const message = refusalOf(file, source.value);
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: 'layers' }, rules: { 'one-way': oneWay } };
