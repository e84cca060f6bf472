import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReviewPort } from '../../../src/backend/reviewPort';
import type { OpenReviews } from '../../../src/backend/reviews';
import { keptKey, keptParts, type KeptReview } from '../../../src/domain/keptReviews';
import type { SignedInUser } from '../../../src/domain/types';

const ANN = { uid: 'ann', name: 'Ann' };
const REVIEW = { stars: 4, text: 'Lovely' };

type Created = Awaited<ReturnType<OpenReviews['create']>>;

function setUp({ canKeep = true } = {}) {
  const kept = new Map<string, KeptReview>();
  const create = vi.fn<OpenReviews['create']>(async () => 'posted');
  const hasReviewed = vi.fn<OpenReviews['hasReviewed']>(async () => false);
  let tellUser: (user: SignedInUser | null) => void = () => undefined;
  let ids = 0;
  const port = createReviewPort({
    gateway: { create, hasReviewed },
    auth: {
      prepare: async () => undefined,
      onUser: (onUser) => {
        tellUser = onUser;
        return () => undefined;
      },
    },
    store: {
      put: async (review) => {
        if (!canKeep) throw new Error('full');
        kept.set(review.key, review);
      },
      get: async (key) => kept.get(key),
      all: async () => [...kept.values()],
      remove: async (key) => void kept.delete(key),
    },
    now: () => Date.now(),
    newId: () => `id${(ids += 1)}`,
    random: () => 0,
    log: vi.fn(),
  });
  return { port, kept, create, hasReviewed, signIn: (user: SignedInUser | null) => tellUser(user) };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

it('takes the parts of a key apart again', () => {
  expect(keptParts(keptKey('a/b', 'ann'))).toEqual(['a/b', 'ann']);
});

describe('posting', () => {
  it.each<Created>(['posted', 'already'])('tells %s and keeps nothing', async (answer) => {
    const { port, create, kept } = setUp();
    create.mockImplementation(async () => {
      // It was safe before it was sent.
      expect(kept.get('w/ann')).toMatchObject({ id: 'id1', ...REVIEW });
      return answer;
    });
    expect(await port.post('w', 'ann', REVIEW)).toBe(answer);
    expect(kept.size).toBe(0);
    expect(create).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ workId: 'w', id: 'id1', user: 'ann', ...REVIEW }),
    );
  });

  it('keeps what is refused until it is posted after all, but does not send it by itself', async () => {
    const { port, create, kept, signIn } = setUp();
    signIn(ANN);
    create.mockResolvedValueOnce('refused');
    expect(await port.post('w', 'ann', REVIEW)).toBe('refused');
    await port.sendKept(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(create).toHaveBeenCalledOnce();
    expect(kept.get('w/ann')).toMatchObject(REVIEW);
    expect(await port.post('w', 'ann', { stars: 5, text: 'Better' })).toBe('posted');
    expect(kept.size).toBe(0);
  });

  it('keeps what cannot be sent, and sends it under the same id after a while', async () => {
    const { port, create, kept, signIn } = setUp();
    signIn(ANN);
    create.mockResolvedValueOnce('unreachable');
    expect(await port.post('w', 'ann', REVIEW)).toBe('kept');
    expect(kept.get('w/ann')).toMatchObject({ attempts: 1 });
    const settled = vi.fn();
    port.followKept('w', 'ann', settled);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(create.mock.calls.map(([{ id }]) => id)).toEqual(['id1', 'id1']);
    expect(settled).toHaveBeenCalledExactlyOnceWith({ type: 'posted' });
    expect(kept.size).toBe(0);
  });

  it('backs off while the server stays away', async () => {
    const { port, create, signIn } = setUp();
    signIn(ANN);
    create.mockResolvedValue('unreachable');
    await port.post('w', 'ann', REVIEW);
    await vi.advanceTimersByTimeAsync(60_000);
    const early = create.mock.calls.length;
    expect(early).toBeGreaterThan(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(create.mock.calls.length - early).toBeLessThan(early);
  });

  it('tries the same review again where nothing can be kept', async () => {
    const { port, create } = setUp({ canKeep: false });
    create.mockResolvedValueOnce('unreachable');
    expect(await port.post('w', 'ann', REVIEW)).toBe('unreachable');
    expect(await port.post('w', 'ann', REVIEW)).toBe('posted');
    expect(create.mock.calls.map(([{ id }]) => id)).toEqual(['id1', 'id1']);
  });
});

describe('what is kept', () => {
  const keep = async (area: ReturnType<typeof setUp>) => {
    area.create.mockResolvedValueOnce('unreachable');
    await area.port.post('w', 'ann', REVIEW);
    area.create.mockClear();
  };

  it('waits for its writer to be signed in', async () => {
    const area = setUp();
    await keep(area);
    await area.port.sendKept(true);
    area.signIn({ uid: 'sam', name: 'Sam' });
    await area.port.sendKept(true);
    expect(area.create).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    area.signIn(ANN);
    await area.port.sendKept();
    expect(area.create).toHaveBeenCalledOnce();
    expect(area.kept.size).toBe(0);
  });

  it('goes back to the form when it is refused', async () => {
    const area = setUp();
    await keep(area);
    const settled = vi.fn();
    area.port.followKept('w', 'ann', settled);
    area.create.mockResolvedValue('refused');
    area.signIn(ANN);
    await area.port.sendKept(true);
    await area.port.sendKept(true);
    expect(settled).toHaveBeenCalledExactlyOnceWith({ type: 'refused', review: REVIEW });
  });

  describe('when it is refused while its work is not open', () => {
    const refuse = async (area: ReturnType<typeof setUp>) => {
      await keep(area);
      area.create.mockResolvedValue('refused');
      area.signIn(ANN);
      await area.port.sendKept(true);
    };

    it('is handed back to the form as the standing, every time, until it is given up', async () => {
      const area = setUp();
      await refuse(area);
      for (let visit = 0; visit < 2; visit += 1) {
        expect(await area.port.standing('w', 'ann')).toEqual({ refused: REVIEW });
      }
      expect(await area.port.standing('w', 'sam')).toBe('none');
      await area.port.giveUp('w', 'ann');
      expect(area.kept.size).toBe(0);
      expect(await area.port.standing('w', 'ann')).toBe('none');
    });

    it('is handed back even when the server cannot be asked', async () => {
      const area = setUp();
      await refuse(area);
      area.hasReviewed.mockRejectedValue(new Error('offline'));
      expect(await area.port.standing('w', 'ann')).toEqual({ refused: REVIEW });
    });

    it('is dropped where another review of its writer stands', async () => {
      const area = setUp();
      await refuse(area);
      area.hasReviewed.mockResolvedValue(true);
      expect(await area.port.standing('w', 'ann')).toBe('posted');
      expect(area.kept.size).toBe(0);
    });

    it('is told at once to who follows it', async () => {
      const area = setUp();
      await refuse(area);
      const settled = vi.fn();
      area.port.followKept('w', 'ann', settled);
      await vi.waitFor(() =>
        expect(settled).toHaveBeenCalledExactlyOnceWith({ type: 'refused', review: REVIEW }),
      );
    });
  });

  it('is sent by a pass of its own when it is forced during another one', async () => {
    const area = setUp();
    await keep(area);
    area.create.mockResolvedValueOnce('unreachable').mockResolvedValue('posted');
    area.signIn(ANN);
    // The pass that signing in has started is under way, and finds that nothing is due.
    await area.port.sendKept(true);
    const passes = [area.port.sendKept(), area.port.sendKept(true), area.port.sendKept(true)];
    await Promise.all(passes);
    expect(area.create).toHaveBeenCalledTimes(2);
    expect(area.kept.size).toBe(0);
  });

  it('is known as the standing of its writer', async () => {
    const area = setUp();
    expect(await area.port.standing('w', 'ann')).toBe('none');
    await keep(area);
    expect(await area.port.standing('w', 'ann')).toBe('kept');
    expect(await area.port.standing('w', 'sam')).toBe('none');
  });

  it.each([
    [true, 'posted'],
    [false, 'removed'],
  ])('is told at once when another tab has settled it (marker: %s)', async (marked, type) => {
    const area = setUp();
    area.hasReviewed.mockResolvedValue(marked);
    const settled = vi.fn();
    area.port.followKept('w', 'ann', settled);
    await vi.waitFor(() => expect(settled).toHaveBeenCalledExactlyOnceWith({ type }));
  });

  it('is not told any more to who has stopped listening', async () => {
    const area = setUp();
    await keep(area);
    const settled = vi.fn();
    area.port.followKept('w', 'ann', settled)();
    area.signIn(ANN);
    await area.port.sendKept(true);
    expect(area.create).toHaveBeenCalledOnce();
    expect(area.kept.size).toBe(0);
    expect(settled).not.toHaveBeenCalled();
  });
});

describe('the standing', () => {
  it('is posted when the marker says so, none when it cannot be read', async () => {
    const { port, hasReviewed } = setUp();
    hasReviewed.mockResolvedValueOnce(true);
    expect(await port.standing('w', 'ann')).toBe('posted');
    hasReviewed.mockRejectedValueOnce(new Error('offline'));
    expect(await port.standing('w', 'ann')).toBe('none');
  });
});
