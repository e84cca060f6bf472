// The form outside React: what it does when it fails, and with files that are still being read.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runForm } from '../../src/request/running/runForm';
import { createSafety } from '../../src/update/safety';
import type { SaveResult } from '../../src/domain/types';
import { deferred } from '../support/deferred';
import { eventually } from '../support/eventually';
import { forTextFields } from '../../src/domain/requestFields';
import { mountForm } from '../support/fakeForm';
import { FIELDS, fakeDrafts, fakeOutbox, summary } from '../support/fakeOutbox';
import { asksBeforeLeaving, pressLink } from '../support/leaving';
import { slowFile } from '../support/slowFile';

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => log.mockClear());

/** The page, as far as the form asks it. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
beforeEach(() => {
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
});

/** The real form over an outbox and drafts in memory. */
async function start() {
  const { port: outbox, hold } = fakeOutbox();
  const drafts = fakeDrafts();
  const safety = createSafety();
  const form = runForm({ outbox, drafts: drafts.port, safety });
  const state = () => form.getSnapshot().value.content;
  await eventually(() => expect(state()).toEqual({ editing: 'ready' }));
  return {
    form,
    outbox,
    hold,
    drafts,
    safety,
    state,
    content: () => form.getSnapshot().context.content,
  };
}

it('an action that throws ends neither the form nor what is in it', async () => {
  const { form, drafts, state, content } = await start();
  form.send({ type: 'fields.changed', fields: FIELDS });
  const save = vi.spyOn(drafts.port, 'save').mockImplementationOnce(() => {
    throw new Error('A bug.');
  });
  const seen: unknown[] = [];
  form.subscribe(() => void seen.push(content().fields.name));
  form.send({ type: 'fields.changed', fields: { name: 'Ben' } });
  expect(log.mock.lastCall).toContain('The form has failed and goes on.');
  await eventually(() => expect(state()).toEqual({ editing: 'ready' }));
  // The key of the moment at which it failed is the only one that can be missing, and the field still shows it.
  expect(content().fields).toMatchObject({ email: FIELDS.email, address: FIELDS.address });
  form.send({ type: 'fields.changed', fields: { name: 'Cleo' } });
  expect(save.mock.lastCall![0].fields).toEqual({ ...FIELDS, name: 'Cleo' });
  expect(seen.at(-1)).toBe('Cleo');
});

it('a closed form that fails stays closed, without the request that is being sent', async () => {
  const { form, drafts, state, content } = await start();
  form.send({ type: 'fields.changed', fields: FIELDS });
  form.submit({ honeypot: '' });
  await eventually(() => expect(state()).toHaveProperty('sending'));
  // The real outbox deletes the draft when it saves the record.
  await drafts.port.clear([]);
  form.send({ type: 'form.closed' });
  form.send({ type: 'form.opened' });
  // No such news exist: a guard throws.
  form.send({ type: 'delivery.refused' } as never);
  expect(log.mock.lastCall).toContain('The form has failed and goes on.');
  await eventually(() => expect(state()).toEqual({ editing: 'ready' }));
  expect(content()).toMatchObject({ fields: { name: '', description: '' }, images: [] });
  form.send({ type: 'form.closed' });
  form.send({ type: 'fields.changed' } as never);
  expect(form.getSnapshot().value.dialog).toBe('closed');
});

it('while a request is only in memory, a reload waits and the browser asks before it leaves the page', async () => {
  vi.stubGlobal('window', new EventTarget());
  const { hold, safety } = await start();
  const report = vi.spyOn(safety, 'report');
  const asked = [];
  for (const inMemory of [false, true, false]) {
    hold([summary('k', inMemory ? { inMemory } : {})]);
    const harm = inMemory ? 'loss' : 'none';
    await eventually(() => expect(report.mock.lastCall).toEqual(['requests in memory', harm]));
    asked.push(asksBeforeLeaving());
  }
  expect(asked).toEqual([false, true, false]);
});

it.each([
  ['tel:+14125550134', false],
  ['sms:+14125550134', false],
  ['mailto:hello@example.com', false],
  ['/work/elm', true],
])('meanwhile a press of a link to %s is a leaving: %s', async (href, isLeaving) => {
  vi.stubGlobal('window', new EventTarget());
  const { hold } = await start();
  hold([summary('k', { inMemory: true })]);
  await eventually(() => expect(asksBeforeLeaving()).toBe(true));
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000);
  pressLink(href);
  expect(asksBeforeLeaving()).toBe(isLeaving);
  // Whoever leaves later is asked.
  now.mockReturnValue(6001);
  expect(asksBeforeLeaving()).toBe(true);
  now.mockRestore();
});

it('a command is about what is on the screen, also what a program has filled in without an event', async () => {
  vi.stubGlobal('window', new EventTarget());
  const { form, state, content } = await start();
  const { controls } = mountForm(form, forTextFields(''));
  controls.name.fill('Ben');
  form.send({ type: 'like.clicked', title: 'Maple Street' });
  expect([state(), content().fields.name]).toEqual([{ editing: 'ready' }, 'Ben']);
});

it('a program that fills a field in while the request is being saved does not hang the page', async () => {
  vi.stubGlobal('window', new EventTarget());
  const { form, outbox, state, content } = await start();
  const { controls } = mountForm(form, forTextFields(''));
  form.send({ type: 'fields.changed', fields: FIELDS });
  const saving = deferred<SaveResult>();
  vi.spyOn(outbox, 'save').mockReturnValueOnce(saving.promise);
  form.submit({ honeypot: '' });
  controls.name.fill('Filled in late');
  form.send({ type: 'draft.saved' });
  expect([state(), content().fields.name]).toEqual(['saving', FIELDS.name]);
  saving.resolve({ outcome: 'saved', key: 'k', store: 'disk' });
  await eventually(() => expect(state()).toHaveProperty('sending'));
});

const slowPicture = (name = 'door.jpg') => slowFile(name, Uint8Array.of(0xff, 0xd8, 0xff, 0xe0));

it('a file that turns out to be no picture behind the press is left out, and any file at once when nobody sees the page', async () => {
  for (const isHidden of [false, true]) {
    const { form, outbox, state } = await start();
    const leaveOut = vi.spyOn(outbox, 'leaveOut');
    form.send({ type: 'fields.changed', fields: FIELDS });
    const { file, arrive } = slowFile('notes.pdf', '%PDF');
    form.choose([file]);
    const { id } = form.getSnapshot().context.choice.reading[0]!;
    form.submit({ honeypot: '' });
    await eventually(() => expect(state()).toHaveProperty('sending'));
    if (isHidden) {
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
      expect(form.getSnapshot().value.files).toBe('settled');
    } else arrive();
    await eventually(() => expect(leaveOut.mock.calls).toEqual([['k', [id]]]));
  }
});

it('a picture that comes while the request is being saved is brought afterwards', async () => {
  const { form, outbox, state } = await start();
  const saving = deferred<SaveResult>();
  vi.spyOn(outbox, 'save').mockReturnValueOnce(saving.promise);
  const bring = vi.spyOn(outbox, 'bring');
  form.send({ type: 'fields.changed', fields: FIELDS });
  const { file, arrive } = slowPicture();
  form.choose([file]);
  form.submit({ honeypot: '' });
  arrive();
  await new Promise(setImmediate);
  expect([state(), bring.mock.calls]).toEqual(['saving', []]);
  saving.resolve({ outcome: 'saved', key: 'k', store: 'disk' });
  await eventually(() => expect(bring).toHaveBeenCalledOnce());
});

describe('chosen files', () => {
  it('come into the form together and in their order, but do not wait for a slow one', async () => {
    const { form, content } = await start();
    const [slow, quick] = [slowPicture('slow.jpg'), slowPicture('quick.jpg')];
    form.choose([slow.file, quick.file, new File([], 'empty.jpg')]);
    const names = () => content().images.map(({ name }) => name);
    quick.arrive();
    await eventually(() => expect(names()).toEqual(['quick.jpg']));
    const { choice } = form.getSnapshot().context;
    expect(choice).toMatchObject({
      reading: [{ name: 'slow.jpg' }],
      rejected: [{ name: 'empty.jpg', reason: 'empty' }],
    });
    slow.arrive();
    await eventually(() => expect(names()).toEqual(['quick.jpg', 'slow.jpg']));
  });

  it('that the visitor has left out never come', async () => {
    const { form, content } = await start();
    const { file, arrive } = slowPicture();
    form.choose([file]);
    form.leaveOut(form.getSnapshot().context.choice.reading[0]!.id);
    arrive();
    await new Promise(setImmediate);
    expect(content().images).toEqual([]);
    expect(form.getSnapshot().context.choice.rejected).toEqual([]);
  });
});
