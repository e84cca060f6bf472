import { beforeEach, expect, it, vi } from 'vitest';
import { createBuildCheck } from '../../src/update/newBuild';
import { createSafety } from '../../src/update/safety';

const page = (build: string) => `<script data-app="${build}">…</script>`;

function openTab(own: string | undefined, readPage: () => Promise<string>) {
  const safety = createSafety();
  const asked: string[] = [];
  const worker = {
    ready: Promise.resolve(),
    update: async () => void asked.push('update'),
    reload: async () => void asked.push('reload'),
  };
  return {
    safety,
    asked,
    checkBuild: createBuildCheck({ worker, safety }, own, readPage),
  };
}

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  });
});

it.each([
  ['would be lost', true],
  ['would be lost that came up while it waited', false],
])(
  'a page goes on in the new build once, when nothing is in the way and nothing %s',
  async (_, early) => {
    vi.useFakeTimers();
    const { asked, checkBuild, safety } = openTab('/a.js', async () => page('/b.js'));
    safety.report('the request form', 'disturbance');
    if (early) safety.report('requests in memory', 'loss');
    await Promise.all([checkBuild(), checkBuild()]);
    await checkBuild();
    expect(asked).toEqual(['update']);
    safety.report('requests in memory', 'loss');
    safety.report('the request form', 'none');
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual(['update']);
    safety.report('requests in memory', 'none');
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual(['update', 'reload']);
    vi.useRealTimers();
  },
);

it('a tab reloads at most once for each build', async () => {
  for (const [served, expected] of [
    ['/b.js', ['update', 'reload']],
    ['/b.js', ['update']],
    ['/c.js', ['update', 'reload']],
  ] as const) {
    const { asked, checkBuild } = openTab('/a.js', async () => page(served));
    await checkBuild();
    expect(asked).toEqual(expected);
  }
});

it.each<[string, string | undefined, () => Promise<string>]>([
  ['the same build is served', '/a.js', async () => page('/a.js')],
  ['a login page of the network answers', '/a.js', async () => '<title>Log in</title>'],
  ['nothing answers', '/a.js', () => Promise.reject(new Error('offline'))],
  ['there are no builds', undefined, async () => page('/b.js')],
])('a page stays when %s, and looks again the next time', async (_, own, readPage) => {
  const read = vi.fn(readPage);
  const { asked, checkBuild } = openTab(own, read);
  await checkBuild();
  await checkBuild();
  expect([asked, read.mock.calls.length]).toEqual([[], own ? 2 : 0]);
});

it('a page stays where a reload cannot be remembered', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { asked, checkBuild } = openTab('/a.js', async () => page('/b.js'));
  await checkBuild();
  expect(asked).toEqual(['update']);
});
