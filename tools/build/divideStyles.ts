/** At-rules with rules in them. */
const GROUP = /^@(media|supports|container|layer|starting-style)\b/;
const CLASS = /\.([A-Za-z_-][\w-]*)/g;

/**
 * Divides a minified style sheet into the rules that markup with these classes needs, and the others, each in
 * the order they stand in. Of a group (`@media`) both get their part, and of `:root` the others get the custom
 * properties that nothing in `askedBy` uses.
 */
export function divideStyles(
  css: string,
  classes: ReadonlySet<string>,
  askedBy?: string,
): { first: string; rest: string } {
  const parts = { first: '', rest: '' };
  for (let at = 0; at < css.length;) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    const end = endOf(css, open);
    const selector = css.slice(at, open).trim();
    const rule = css.slice(at, end).trim();
    if (GROUP.test(selector)) {
      const inner = divideStyles(css.slice(open + 1, end - 1), classes, askedBy);
      for (const part of ['first', 'rest'] as const)
        if (inner[part]) parts[part] += `${selector}{${inner[part]}}`;
    } else if (selector === ':root' && askedBy !== undefined) {
      const declarations = css
        .slice(open + 1, end - 1)
        .split(';')
        .filter(Boolean);
      for (const part of ['first', 'rest'] as const) {
        const own = declarations.filter((one) => isAsked(one, askedBy) === (part === 'first'));
        if (own.length > 0) parts[part] += `${selector}{${own.join(';')}}`;
      }
    } else parts[isNeeded(selector, classes) ? 'first' : 'rest'] += rule;
    at = end;
  }
  return parts;
}

/** Behind the brace that closes the one at `open`. */
function endOf(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error('A style sheet ends within a rule.');
}

/** Whether a declaration is no custom property, or is one that the style sheet uses. */
function isAsked(declaration: string, css: string): boolean {
  const [name = ''] = declaration.split(':');
  return !name.trim().startsWith('--') || new RegExp(`var\\(${name.trim()}\\b(?!-)`).test(css);
}

/** Whether one of its selectors may match; what names no class is needed. */
function isNeeded(selector: string, classes: ReadonlySet<string>): boolean {
  return selector
    .split(',')
    .some((one) => [...one.matchAll(CLASS)].every(([, name]) => classes.has(name!)));
}
