/**
 * One truth for text fields: what is on the screen. React does not control these fields. It would write its own copy
 * back into a field that a program has filled in without an event (password managers, Chrome on iOS; react #1159),
 * and into the middle of a composition.
 *
 * Each field has three values: the element's, the machine's, and the last one on which both agreed. What differs from
 * the agreed one in the element was typed, pasted or filled in; what differs in the machine came from a draft or from
 * a command. If both differ, the element wins, unless a command has replaced the whole content since.
 */

type Control = HTMLInputElement | HTMLTextAreaElement;

interface TextFieldsDeps<Name extends string> {
  names: readonly Name[];
  /** What the fields should show, as the machine has it. */
  shown(): Record<Name, string>;
  /**
   * How often something has replaced the whole content without asking the elements first: a record was reopened, the
   * request was sent in another tab. 0 if nothing ever does.
   */
  replacements?(): number;
  change(texts: Partial<Record<Name, string>>): void;
  /**
   * The text to write instead, once the visitor has left the field or pressed, or the browser has filled it in. Never
   * while somebody writes: keyboards and dictation replace as many characters as they have written themselves.
   */
  format?(name: Name, text: string): string;
}

interface Field {
  control: Control;
  agreed: string;
  /** A command has replaced the content, and the field does not show it yet. */
  isOverruled: boolean;
}

export type TextFields = ReturnType<typeof createTextFields>;

export function createTextFields<Name extends string>(deps: TextFieldsDeps<Name>) {
  const fields = new Map<Name, Field>();
  const countReplacements = () => deps.replacements?.() ?? 0;
  let replacements = countReplacements();
  let isSyncing = false;
  /** The element in which a keyboard composes (accents, Chinese, the suggestions of phones). Nothing writes into it. */
  let composing: EventTarget | null = null;

  const write = (control: Control, text: string) => {
    if (control.value !== text) control.value = text;
  };

  function exchange() {
    if (countReplacements() !== replacements) {
      replacements = countReplacements();
      for (const field of fields.values()) field.isOverruled = true;
    }
    const shown = deps.shown();
    const typed: Partial<Record<Name, string>> = {};
    for (const [name, field] of fields) {
      const { control, agreed, isOverruled } = field;
      const isAgreed = control.value === shown[name] || control.value === agreed;
      if (!isAgreed && !isOverruled) typed[name] = control.value;
      else if (control !== composing) {
        write(control, shown[name]);
        field.agreed = shown[name];
        field.isOverruled = false;
      }
    }
    if (Object.keys(typed).length === 0) return;
    deps.change(typed);
    const taken = deps.shown();
    for (const [name, field] of fields) {
      if (typed[name] === taken[name]) field.agreed = taken[name];
    }
  }

  /** Makes the elements and the machine agree. What the machine reports meanwhile starts no second exchange. */
  function sync(): void {
    if (isSyncing) return;
    isSyncing = true;
    try {
      exchange();
    } finally {
      isSyncing = false;
    }
  }

  function format(isMeant: (control: Control) => boolean): void {
    for (const [name, { control }] of fields) {
      if (control === composing || !isMeant(control)) continue;
      write(control, deps.format?.(name, control.value) ?? control.value);
    }
  }

  /** What happens at an event, by its type, before the elements and the machine are made to agree. */
  const reactions: Record<string, ((event: Event) => void) | undefined> = {
    compositionstart: ({ target }) => {
      composing = target;
    },
    compositionend: () => {
      composing = null;
    },
    focusout: ({ target }) => {
      composing = null;
      format((control) => control === target);
    },
    animationstart: ({ target }) => format((control) => control === target),
    submit: () => format(() => true),
  };

  const onEvent = (event: Event) => {
    reactions[event.type]?.(event);
    sync();
  };

  return {
    sync,
    /** For the form's `ref`. The elements begin with the text that React has rendered into them. */
    attach(form: HTMLFormElement): () => void {
      for (const name of deps.names) {
        const control = form.elements.namedItem(name) as Control | null;
        if (control) {
          fields.set(name, { control, agreed: control.defaultValue, isOverruled: false });
        }
      }
      replacements = countReplacements();
      const stopListening = listen(form, onEvent);
      sync();
      return () => {
        // React calls this before it removes the elements.
        sync();
        stopListening();
        fields.clear();
        composing = null;
      };
    },
  };
}

/** `animationstart`: the style sheet starts one when the browser fills a field in (`:autofill`). */
const IN_FORM = [
  'input',
  'change',
  'focusin',
  'focusout',
  'compositionstart',
  'compositionend',
  'animationstart',
  'submit',
];
/** The page may be frozen or ended after these. `visibilitychange` comes down from the window in the capture phase. */
const IN_PAGE = ['visibilitychange', 'pagehide', 'pageshow'];

/** Listens in the capture phase: the machine knows the text before any other part hears of the event. */
function listen(form: HTMLFormElement, onEvent: (event: Event) => void): () => void {
  const listened = [
    ...IN_FORM.map((type) => [form, type] as const),
    ...IN_PAGE.map((type) => [window, type] as const),
  ];
  for (const [target, type] of listened) target.addEventListener(type, onEvent, true);
  return () => {
    for (const [target, type] of listened) target.removeEventListener(type, onEvent, true);
  };
}
