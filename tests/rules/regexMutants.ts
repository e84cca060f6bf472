/** Regular expressions with one bound moved, one alternative, range or repetition less. */

const edit = (pattern: string, match: RegExpExecArray, instead: string) =>
  pattern.slice(0, match.index) + instead + pattern.slice(match.index + match[0].length);

/** `{n}` and `{n,m}`, each number one less and one more. */
function counts(pattern: string): string[] {
  return [...pattern.matchAll(/\{(\d+)(?:,(\d+))?\}/g)].flatMap((match) => {
    const [low, high] = [Number(match[1]), match[2] === undefined ? null : Number(match[2])];
    const moved =
      high === null
        ? [[low - 1], [low + 1]]
        : [
            [low - 1, high],
            [low + 1, high],
            [low, high - 1],
            [low, high + 1],
          ];
    return moved.map((numbers) => edit(pattern, match, `{${numbers.join(',')}}`));
  });
}

/** `(a|b|c)` without each alternative. */
function alternatives(pattern: string): string[] {
  return [...pattern.matchAll(/\(([^()|]+(?:\|[^()|]+)+)\)/g)].flatMap((match) => {
    const names = match[1]!.split('|');
    return names.map((name) =>
      edit(pattern, match, `(${names.filter((other) => other !== name).join('|')})`),
    );
  });
}

/** `[A-Za-z0-9]` without each range or character, and with the opposite meaning. */
function classes(pattern: string): string[] {
  return [...pattern.matchAll(/\[(\^?)((?:\\.|[^\]\\])+)\]/g)].flatMap((match) => {
    const negation = match[1]!;
    const members = match[2]!.match(/(?:\\.|.)-(?:\\.|.)|\\.|./g)!;
    const fewer = members.map((_, index) => members.toSpliced(index, 1).join(''));
    return [
      ...fewer
        .filter((rest) => rest !== '')
        .map((rest) => edit(pattern, match, `[${negation}${rest}]`)),
      edit(pattern, match, `[${negation ? '' : '^'}${match[2]}]`),
    ];
  });
}

/** `+` as `*` and the other way round. */
function repetitions(pattern: string): string[] {
  return [...pattern.matchAll(/(?<=[\])])[+*]/g)].map((match) =>
    edit(pattern, match, match[0] === '+' ? '*' : '+'),
  );
}

/** What a string literal may become if it is a regular expression; nothing for any other text. */
export function regexMutants(pattern: string): string[] {
  return [counts, alternatives, classes, repetitions].flatMap((change) => change(pattern));
}
