import { describe, expect, it, vi } from 'vitest';
import { call } from '../../src/firebase/rest/httpCall';
import { createNetwork, network, type Outcome } from '../../src/lib/network';

/** `late`: of a request that was begun before everything else here. */
type Step = 'online' | 'offline' | 'clock set back' | Outcome | `late ${Outcome}`;

/** When a late request was begun. */
const BEFORE = 1000;

/** Walks the steps. After each: the state, and what followers were told (`back`: worth another try). */
function walk(isOnline: boolean, steps: Step[]): string[] {
  let hint = isOnline;
  let now = BEFORE;
  const seen = createNetwork(
    () => hint,
    () => now,
  );
  let told: string[] = [];
  seen.follow((isBack) => told.push(isBack ? 'back' : 'changed'));
  return [
    seen.state(),
    ...steps.map((step) => {
      told = [];
      now += 1;
      if (step === 'online' || step === 'offline') {
        hint = step === 'online';
        seen.hinted(hint);
      } else if (step === 'clock set back') now = 0;
      else if (step === 'answer' || step === 'silence') seen.heard(step, now);
      else seen.heard(step === 'late answer' ? 'answer' : 'silence', BEFORE);
      expect(seen.isOnline()).toBe(seen.state() === 'online');
      return [seen.state(), ...told].join(' ');
    }),
  ];
}

describe('what the page believes of the network', () => {
  it.each<[string, boolean, Step[], string[]]>([
    ['is at first what the browser says', true, [], ['online']],
    ['is at first what the browser says: offline', false, [], ['offline']],
    [
      'follows the browser while nothing is asked',
      true,
      ['offline', 'online'],
      ['online', 'offline changed', 'online back'],
    ],
    [
      'is not that it is online while nothing answers, whatever the browser says',
      true,
      ['silence', 'silence', 'answer', 'answer'],
      ['online', 'unanswered changed', 'unanswered', 'online back', 'online'],
    ],
    [
      'is not that it is offline while answers come, whatever the browser says',
      false,
      ['silence', 'answer', 'answer', 'silence', 'answer'],
      ['offline', 'offline', 'online back', 'online', 'offline changed', 'online back'],
    ],
    [
      'changes with the browser, after an answer too',
      true,
      ['answer', 'offline', 'silence', 'online', 'answer'],
      ['online', 'online', 'offline changed', 'offline', 'online back', 'online'],
    ],
    [
      'gives a network that is back the benefit of the doubt',
      true,
      ['silence', 'online', 'silence', 'online'],
      ['online', 'unanswered changed', 'online back', 'unanswered changed', 'online back'],
    ],
    [
      'hears of a network that is back twice, if the browser did not say that it was gone',
      true,
      ['online', 'offline', 'offline'],
      ['online', 'online back', 'offline changed', 'offline changed'],
    ],
    [
      'is not what a request tells that was begun before the browser changed its mind',
      true,
      ['offline', 'late answer', 'online', 'late silence', 'silence', 'late answer'],
      [
        'online',
        'offline changed',
        'offline',
        'online back',
        'online',
        'unanswered changed',
        'unanswered',
      ],
    ],
    [
      'is what requests tell after the clock was set back',
      true,
      ['offline', 'clock set back', 'answer'],
      ['online', 'offline changed', 'offline', 'online back'],
    ],
  ])('%s', (_, isOnline, steps, states) => expect(walk(isOnline, steps)).toEqual(states));

  it('is no longer told to those who have stopped', () => {
    const seen = createNetwork(() => true);
    const onChange = vi.fn();
    seen.follow(onChange)();
    seen.heard('silence', Date.now());
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('what requests tell', () => {
  const GET = { method: 'GET', timeout: 20 } as const;
  const answering = async () => new Response('{}', { status: 503 });
  const failing = async () => Promise.reject(new TypeError('Failed to fetch'));
  const cut = async () =>
    new Response(
      new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }),
    );
  const waiting = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      const end = () => reject(signal!.reason as Error);
      if (signal!.aborted) end();
      signal!.addEventListener('abort', end);
    });
  const cancelled = AbortSignal.abort();
  const worker = { serviceWorker: { controller: {} } };

  it.each<[string, Parameters<typeof call>[1], object, Outcome[]]>([
    ['an answer, even an error of the server', { ...GET, fetch: answering }, {}, ['answer']],
    ['no answer', { ...GET, fetch: failing }, {}, ['silence']],
    ['half an answer', { ...GET, fetch: cut }, {}, ['silence']],
    ['no answer in time', { ...GET, fetch: waiting }, {}, ['silence']],
    ['nothing, when cancelled', { ...GET, fetch: waiting, signal: cancelled }, {}, []],
    ['nothing, where a worker may answer from its cache', { ...GET, fetch: answering }, worker, []],
    ['no answer, where a worker has none either', { ...GET, fetch: failing }, worker, ['silence']],
    [
      'an answer that no worker caches',
      { ...GET, fetch: answering, cache: 'no-store' },
      worker,
      ['answer'],
    ],
    ['an answer to a write', { ...GET, method: 'POST', fetch: answering }, worker, ['answer']],
  ])('%s', async (_, options, browser, outcomes) => {
    vi.stubGlobal('navigator', browser);
    const heard: Outcome[] = [];
    network.hear((outcome) => heard.push(outcome));
    await call('https://example.test/', options);
    vi.unstubAllGlobals();
    expect(heard).toEqual(outcomes);
  });

  it('the first answer to a call that is made again beside itself after longer and longer waits', async () => {
    vi.useFakeTimers();
    const ended: string[] = [];
    let asked = 0;
    const send: typeof waiting = async (url, init) => {
      asked += 1;
      const name = `question ${asked} at ${Date.now() - start}`;
      init.signal!.addEventListener('abort', () => ended.push(name));
      // The first two are swallowed.
      return asked < 3 ? waiting(url, init) : Response.json(name);
    };
    const start = Date.now();
    const calling = call('https://example.test/', {
      method: 'POST',
      timeout: 60_000,
      fetch: send,
      isRepeatable: true,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await calling).toMatchObject({ json: 'question 3 at 9000' });
    expect(ended).toEqual(['question 1 at 0', 'question 2 at 3000', 'question 3 at 9000']);
    expect(asked).toBe(3);
  });

  it('leaves the copy of an answer that its caller keeps alone', async () => {
    let given: AbortSignal | null | undefined;
    const send = vi.fn(async (_: RequestInfo | URL, init?: RequestInit) => {
      given = init?.signal;
      return new Response('{}');
    });
    await call('https://example.test/', { method: 'GET', timeout: 60_000, fetch: send });
    expect(given?.aborted).toBe(false);
  });
});
