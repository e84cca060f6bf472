import { describe, expect, it, vi } from 'vitest';
import { createDraftKeeper } from '../../../../src/features/request/draftKeeper';
import { FIELDS, fakeDrafts, picture } from './fakePorts';

const named = (name: string) => ({ ...FIELDS, name });
const origin = { draft: 'draft' };
const draft = (name: string) => ({ id: name, ...picture(name) });

/** A draft port whose field writes end when the test says so. */
function slowDrafts() {
  const { port, calls } = fakeDrafts();
  const ends: (() => void)[] = [];
  const saveFields = port.saveFields;
  port.saveFields = (...args) => {
    void saveFields(...args);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  return { port, calls, end: () => ends.shift()!() };
}

describe('draftKeeper', () => {
  it('writes the first change at once and only the newest of what came meanwhile', async () => {
    const { port, calls, end } = slowDrafts();
    const keeper = createDraftKeeper(port, () => undefined);
    for (const name of ['A', 'An', 'Ann']) keeper.keepFields(named(name), origin);
    expect(calls).toEqual(['fields A']);
    end();
    await vi.waitFor(() => expect(calls).toEqual(['fields A', 'fields Ann']));
  });

  it('keeps pictures', async () => {
    const { port, calls } = fakeDrafts();
    createDraftKeeper(port, () => undefined).keepImages(
      () => Promise.resolve([draft('a')]),
      'draft',
    );
    await vi.waitFor(() => expect(calls).toEqual(['images a']));
  });

  it('writes nothing after it was dropped, not even what was being read', async () => {
    const { port, calls } = fakeDrafts();
    const keeper = createDraftKeeper(port, () => undefined);
    let give: (list: ReturnType<typeof draft>[]) => void = () => undefined;
    keeper.keepImages(() => new Promise((resolve) => (give = resolve)), 'draft');
    keeper.keepFields(named('Ann'), origin);
    keeper.drop(['draft']);
    give([draft('a')]);
    await vi.waitFor(() => expect(calls).toEqual(['clear']));
  });

  it('writes no pictures that were read before a drop, however it was handed over', async () => {
    const { port, calls } = fakeDrafts();
    const keeper = createDraftKeeper(port, () => undefined);
    let give: (list: ReturnType<typeof draft>[]) => void = () => undefined;
    const read = new Promise<ReturnType<typeof draft>[]>((resolve) => (give = resolve));
    keeper.keepImages(() => read, 'draft');
    keeper.drop(['draft']);
    keeper.flush();
    give([draft('a')]);
    await read;
    await vi.waitFor(() => expect(calls).toEqual(['clear']));
    await Promise.resolve();
    expect(calls).toEqual(['clear']);
  });

  it('hands over what waits when the page is hidden', async () => {
    const { port, calls, end } = slowDrafts();
    const keeper = createDraftKeeper(port, () => undefined);
    keeper.keepFields(named('A'), origin);
    keeper.keepFields(named('Ann'), origin);
    keeper.flush();
    expect(calls).toEqual(['fields A', 'fields Ann']);
    end();
  });

  it('tells a failure and goes on', async () => {
    const { port, calls } = fakeDrafts();
    const failures: unknown[] = [];
    const full = new Error('full');
    const saveFields = port.saveFields;
    port.saveFields = () => Promise.reject(full);
    const keeper = createDraftKeeper(port, (error) => failures.push(error));
    keeper.keepFields(named('A'), origin);
    await vi.waitFor(() => expect(failures).toEqual([full]));
    port.saveFields = saveFields;
    keeper.keepFields(named('B'), origin);
    await vi.waitFor(() => expect(calls).toEqual(['fields B']));
  });
});
