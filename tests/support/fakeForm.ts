/** A form's elements in Node: what `src/shared/form/textFields.ts` uses of them. Browsers are asked in `fields.spec.ts`. */
import type { TextFields } from '../../src/shared/form/textFields';

/** A text field that remembers how often a script has written into it. */
export class FakeControl extends EventTarget {
  readonly defaultValue: string;
  #text: string;
  writes = 0;

  constructor(text: string) {
    super();
    this.defaultValue = text;
    this.#text = text;
  }

  get value(): string {
    return this.#text;
  }

  /** A script's write. */
  set value(text: string) {
    this.writes += 1;
    this.#text = text;
  }

  /** The browser, the visitor or a program changes the text, with or without an event. */
  fill(text: string): void {
    this.#text = text;
  }
}

/** Mounts a form with these texts; the fields are attached as by React's `ref`. */
export function mountForm<Name extends string>(
  textFields: Pick<TextFields, 'attach'>,
  texts: Record<Name, string>,
) {
  const controls = Object.fromEntries(
    Object.entries<string>(texts).map(([name, text]) => [name, new FakeControl(text)]),
  ) as Record<Name, FakeControl>;
  const form = Object.assign(new EventTarget(), {
    elements: { namedItem: (name: Name) => controls[name] ?? null },
  });
  const fire = (type: string, name: Name) => {
    const event = new Event(type);
    Object.defineProperty(event, 'target', { value: controls[name] });
    form.dispatchEvent(event);
  };
  return {
    controls,
    fire,
    /** Types at the end, with the event. */
    type(name: Name, text: string) {
      controls[name].fill(controls[name].value + text);
      fire('input', name);
    },
    /** Presses Enter or the button. */
    submit: () => void form.dispatchEvent(new Event('submit')),
    detach: textFields.attach(form as unknown as HTMLFormElement),
  };
}
