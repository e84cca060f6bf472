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

  it('keeps pictures, handed over in the same turn', () => {
    const { port, calls } = fakeDrafts();
    createDraftKeeper(port, () => undefined).keepImages([draft('a')], 'draft');
    expect(calls).toEqual(['images a']);
  });

  it('writes nothing that waited when it was dropped', async () => {
    const { port, calls, end } = slowDrafts();
    const keeper = createDraftKeeper(port, () => undefined);
    keeper.keepFields(named('A'), origin);
    keeper.keepImages([draft('a')], 'draft');
    keeper.keepFields(named('Ann'), origin);
    keeper.drop(['draft']);
    end();
    await vi.waitFor(() => expect(calls).toEqual(['fields A', 'clear']));
    await Promise.resolve();
    expect(calls).toEqual(['fields A', 'clear']);
  });

  it('writes nothing that waited before a drop, however that is handed over', () => {
    const { port, calls, end } = slowDrafts();
    const keeper = createDraftKeeper(port, () => undefined);
    keeper.keepFields(named('A'), origin);
    keeper.keepImages([draft('a')], 'draft');
    keeper.drop(['draft']);
    keeper.flush();
    expect(calls).toEqual(['fields A', 'clear']);
    end();
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
