/** HTML that is safe to send. It is made with `html` only, which escapes everything that is put into it. */
export class Html {
  constructor(readonly text: string) {}
}

type Content = Html | string | number | null | undefined | false | readonly Content[];

/** The parts of each template without its indentation. */
const compacted = new WeakMap<TemplateStringsArray, string[]>();

export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
  let parts = compacted.get(strings);
  if (!parts) {
    parts = strings.map((part) => part.replaceAll(/\n\s+/g, '\n'));
    compacted.set(strings, parts);
  }
  let text = parts[0]!;
  for (const [index, value] of values.entries()) text += render(value) + parts[index + 1]!;
  return new Html(text);
}

/** More marks than a script puts on one letter would cover the lines above and below: another visitor's, in a digest. */
const PILED_MARKS = /(?<=\p{M}{8})\p{M}/gu;

function render(content: Content): string {
  if (content instanceof Html) return content.text;
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(render).join('');
  return String(content)
    .replaceAll(PILED_MARKS, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
