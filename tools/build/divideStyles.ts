/** At-rules that contain rules. */
const GROUP = /^@(media|supports|container|layer|starting-style)\b/;
const CLASS = /\.([A-Za-z_-][\w-]*)/g;

/**
 * Divides a minified style sheet into two parts: `first` has the rules that markup with these classes needs, `rest` has
 * all others. Both keep the order of the rules. A group (`@media`) is divided as well. So is `:root` if `askedBy` is
 * given: the custom properties that `askedBy` does not use go into `rest`.
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

/** The index behind the brace that closes the one at `open`. */
function endOf(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error('A style sheet ends within a rule.');
}

/** True for a custom property that the style sheet uses, and for every other declaration. */
function isAsked(declaration: string, css: string): boolean {
  const [name = ''] = declaration.split(':');
  return !name.trim().startsWith('--') || new RegExp(`var\\(${name.trim()}\\b(?!-)`).test(css);
}

/** Whether one of the rule's selectors may match markup with these classes. A selector without a class counts as needed. */
function isNeeded(selector: string, classes: ReadonlySet<string>): boolean {
  return selector
    .split(',')
    .some((one) => [...one.matchAll(CLASS)].every(([, name]) => classes.has(name!)));
}
