/** HTML that is safe to send: only `html` and `raw` make it, everything put into it is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

export type Content = Html | string | number | null | undefined | false | readonly Content[];

export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(String.raw({ raw: strings.map((part) => part) }, ...values.map(render)));
}

function render(content: Content): string {
  if (content instanceof Html) return content.text;
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(render).join('');
  return escape(String(content));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
