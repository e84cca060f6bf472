// What the page tells the form before its code is there.
import { expect, it, vi } from 'vitest';
import { createLazyRequestForm } from '../../src/request/lazyRequestForm';
import type { FormCommand, FormState, RunningForm } from '../../src/request/port';
import { eventually } from '../support/eventually';

vi.spyOn(console, 'error').mockImplementation(() => undefined);

/** A form that notes what it is told. */
function fakeForm() {
  const told: string[] = [];
  const listeners = new Set<() => void>();
  const form = {
    send: ({ type }: FormCommand) => void told.push(type),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as RunningForm;
  return { form, told, change: () => listeners.forEach((listener) => listener()) };
}

it('the first opening loads the form, and what it was told meanwhile comes in order', async () => {
  const { form, told, change } = fakeForm();
  const load = vi.fn(async () => () => form);
  const port = createLazyRequestForm(load);
  const states: FormState['is'][] = [];
  port.subscribe(() => void states.push(port.get().is));
  port.send({ type: 'form.closed' });
  port.send({ type: 'like.clicked', title: 'Maple Street' });
  expect([load.mock.calls.length, port.get().is]).toEqual([0, 'absent']);
  port.send({ type: 'form.opened' });
  port.send({ type: 'like.clicked', title: 'Maple Street' });
  expect(port.get().is).toBe('loading');
  await eventually(() => expect(port.get()).toEqual({ is: 'running', form }));
  port.send({ type: 'form.closed' });
  expect(told).toEqual(['form.opened', 'like.clicked', 'form.closed']);
  expect(load).toHaveBeenCalledOnce();
  change();
  expect(states).toEqual(['loading', 'running', 'running']);
});

it('a form whose code did not load is loaded again by the next opening, and forgets nothing', async () => {
  const { form, told } = fakeForm();
  const load = vi.fn(async () => () => form).mockRejectedValueOnce(new Error('offline'));
  const port = createLazyRequestForm(load);
  await port.preload();
  expect(port.get().is).toBe('absent');
  load.mockRejectedValueOnce(new Error('offline'));
  port.send({ type: 'form.opened' });
  await eventually(() => expect(port.get().is).toBe('failed'));
  port.send({ type: 'form.closed' });
  expect(load).toHaveBeenCalledTimes(2);
  port.send({ type: 'form.opened' });
  await eventually(() => expect(port.get().is).toBe('running'));
  expect(told).toEqual(['form.opened', 'form.closed', 'form.opened']);
});
