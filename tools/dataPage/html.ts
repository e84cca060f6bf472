/** HTML that is safe to send. It is made with `html` only, which escapes everything that is put into it. */
export class Html {
  constructor(readonly text: string) {}
}

type Content = Html | string | number | null | undefined | false | readonly Content[];

export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)));
}

function render(content: Content): string {
  if (content instanceof Html) return content.text;
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(render).join('');
  return String(content).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
