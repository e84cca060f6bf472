// What is on the screen at the press is what is sent, however it came there, and nothing typed is lost.
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { createRequestForm } from '../../machines/requestForm';
import type { RequestFormContext, RequestFormEvent } from '../../machines/requestFormContext';
import { cleanFields } from '../../src/domain/cleanText';
import { EMPTY_FIELDS, TEXT_FIELD_NAMES, type TextField } from '../../src/domain/requestFields';
import { isComplete } from '../../src/domain/validation';
import { textFieldsOf } from '../../src/request/running/runForm';
import { FIELDS } from '../support/fakeOutbox';
import { mountForm } from '../support/fakeForm';
import { withoutEffects } from '../support/machinePaths';

beforeEach(() => vi.stubGlobal('window', new EventTarget()));

/** A form on the screen: the real machine and the real fields, over elements of Node. */
function open() {
  const actor = createActor(withoutEffects(createRequestForm()), { input: {} }).start();
  const contentOf = () => (actor.getSnapshot().context as RequestFormContext).content;
  const textFields = textFieldsOf({
    content: contentOf,
    change: (fields) => actor.send({ type: 'fields.changed', fields }),
  });
  actor.subscribe(textFields.sync);
  const texts = () => {
    const { categories: _, ...shown } = contentOf().fields;
    return shown;
  };
  let form = mountForm(textFields, texts());
  /** What an effect has come to. */
  const answer = (effect: string, output: unknown) =>
    actor.send({ type: `xstate.done.actor.${effect}`, output, actorId: effect } as never);
  return {
    answer,
    actor,
    get form() {
      return form;
    },
    /** A command of the visitor, as `runForm` sends it. */
    send(event: RequestFormEvent) {
      textFields.sync();
      actor.send(event);
    },
    remount() {
      form.detach();
      form = mountForm(textFields, texts());
    },
    screen: () =>
      Object.fromEntries(TEXT_FIELD_NAMES.map((name) => [name, form.controls[name].value])),
    fields: () => contentOf().fields,
    isSaving: () => actor.getSnapshot().matches({ content: 'saving' }),
  };
}

const ready = () => {
  const page = open();
  page.answer('restoreDraft', {});
  return page;
};
const SENT_ELSEWHERE: RequestFormEvent = { type: 'draft.submitted', key: 'other' };

describe('a field', () => {
  // Dictation replaces each partial result by the next one, without a composition: as many characters as it wrote.
  it('with a phone number is not rewritten while it is dictated, composed, typed or mended inside', () => {
    const page = ready();
    const { controls, fire } = page.form;
    const writeAll = (texts: string[]) => {
      for (const text of texts) {
        controls.phone.fill(text);
        fire('input', 'phone');
      }
      expect(controls.phone).toMatchObject({ value: texts.at(-1), writes: 0 });
      expect(page.fields().phone).toBe(texts.at(-1));
    };
    writeAll(['412', '412555', '4125550134']);
    fire('compositionstart', 'phone');
    writeAll(['41255501', '4125550134']);
    fire('compositionend', 'phone');
    writeAll(['4125550134', '(412) 555013', '(412) 5550134']);
    fire('focusout', 'phone');
    expect(controls.phone.value).toBe('(412) 555-0134');
    expect(page.fields().phone).toBe('(412) 555-0134');
  });

  it.each(['animationstart', 'submit'])(
    'with a phone number that was filled in is formatted at %s',
    (type) => {
      const page = ready();
      page.form.controls.phone.fill('4125550134');
      if (type === 'submit') page.form.submit();
      else page.form.fire(type, 'phone');
      expect(page.screen().phone).toBe('(412) 555-0134');
      expect(page.fields().phone).toBe('(412) 555-0134');
    },
  );

  it('that is composed in at the press is not rewritten', () => {
    const page = ready();
    page.form.fire('compositionstart', 'phone');
    page.form.type('phone', '4125550134');
    page.form.submit();
    expect(page.form.controls.phone).toMatchObject({ value: '4125550134', writes: 0 });
    expect(page.fields().phone).toBe('4125550134');
  });

  it('that is composed in gets a correction after that', () => {
    const page = ready();
    const { controls, fire, type } = page.form;
    fire('compositionstart', 'email');
    type('email', 'ana@gmial.com');
    page.send({ type: 'fields.changed', fields: { email: 'ana@gmail.com' } });
    expect(controls.email.writes).toBe(0);
    fire('compositionend', 'email');
    expect(controls.email.value).toBe('ana@gmail.com');
  });

  it('that is composed in when the form is cleared is empty after it', () => {
    const page = ready();
    page.form.fire('compositionstart', 'name');
    page.form.type('name', 'an');
    page.send({ type: 'form.cleared' });
    expect(page.form.controls.name.value).toBe('an');
    page.form.fire('compositionend', 'name');
    expect(page.form.controls.name.value).toBe('');
  });

  it('a phone number is written in its usual form when it is left, without what nobody sees', () => {
    const page = ready();
    page.form.controls.phone.fill('\u202d1\u00a0412\u2011555\u20110134\u202c');
    page.form.fire('focusout', 'phone');
    expect(page.fields().phone).toBe('1 (412) 555-0134');
  });
});

// Random walks.
type Step =
  | ['type' | 'fill', TextField, string]
  | ['restore' | 'clear' | 'reopen' | 'sent elsewhere' | 'remount' | 'close and open']
  | ['press'];

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constantFrom('type' as const, 'fill' as const),
      fc.constantFrom(...TEXT_FIELD_NAMES),
      fc.constantFrom('a', 'Ben ', '\u200b', '4', 'é'),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Step>(['remount']) },
  ...(['restore', 'clear', 'reopen', 'sent elsewhere', 'close and open', 'press'] as const).map(
    (name) => ({ weight: 1, arbitrary: fc.constant<Step>([name]) }),
  ),
);

it('on every walk the screen is what is sent, and only a command takes a text away', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 30 }), (walk) => {
      const page = open();
      /** What the visitor sees, by what has happened. */
      let expected: Record<string, string> = page.screen();
      const typed = new Set<TextField>();
      const replace = (texts: Record<string, string>) => {
        expected = { ...texts };
        typed.clear();
      };
      let isRestored = false;
      for (const [step, name, text] of walk) {
        if (step === 'type' || step === 'fill') {
          const field = name!;
          // The phone's format is not this walk's matter.
          const added = field === 'phone' ? `${text}x` : text!;
          expected[field] += added;
          typed.add(field);
          if (step === 'type') page.form.type(field, added);
          else page.form.controls[field].fill(expected[field]!);
        } else if (step === 'restore' && !isRestored) {
          isRestored = true;
          page.answer('restoreDraft', { draft: { fields: FIELDS, images: [] } });
          for (const field of TEXT_FIELD_NAMES) {
            if (!typed.has(field)) expected[field] = FIELDS[field];
          }
        } else if (step === 'remount') page.remount();
        else if (step === 'close and open') {
          page.send({ type: 'form.closed' });
          page.send({ type: 'form.opened' });
        } else if (step === 'clear' && isRestored) {
          page.send({ type: 'form.cleared' });
          replace(EMPTY_TEXTS);
        } else if (step === 'sent elsewhere' && isRestored) {
          page.actor.send(SENT_ELSEWHERE);
          page.actor.send({ type: 'delivery.sent', key: 'other', id: '1' });
          page.send({ type: 'form.closed' });
          page.send({ type: 'form.opened' });
          replace(EMPTY_TEXTS);
        } else if (step === 'reopen' && isRestored) {
          page.actor.send(SENT_ELSEWHERE);
          page.actor.send({
            type: 'delivery.refused',
            attention: { step: 'create', status: 403, message: 'no' },
          });
          page.answer('reopen', { fields: { ...FIELDS, name: 'Cleo' }, images: [] });
          const { categories: _, ...texts } = FIELDS;
          replace({ ...texts, name: 'Cleo' });
        } else if (step === 'press' && isRestored) {
          const shown = page.screen() as typeof EMPTY_TEXTS;
          page.send({ type: 'form.submitted' });
          const fields = { ...shown, categories: [] };
          expect(page.isSaving()).toBe(isComplete({ fields }));
          if (page.isSaving()) {
            expect(cleanFields(page.fields())).toEqual(cleanFields(fields));
            page.answer('save', { outcome: 'full' });
          }
        }
        expect(page.screen()).toEqual(expected);
      }
      page.form.detach();
    }),
    { numRuns: 1000 },
  );
});

const { categories: _, ...EMPTY_TEXTS } = EMPTY_FIELDS;
