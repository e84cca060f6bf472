import { beforeEach, expect, it, vi } from 'vitest';
import { createBuildCheck, createFileCheck } from '../../src/update/newBuild';
import { createSafety } from '../../src/update/safety';
import { fakeStorage } from '../support/fakeStorage';

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
    worker,
    checkBuild: createBuildCheck({ worker, safety }, own, readPage),
  };
}

beforeEach(() => void vi.stubGlobal('sessionStorage', fakeStorage()));

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

it.each([
  ['the same build is served', '/a.js', '/a.js', true],
  ['another build is served', '/a.js', '/b.js', false],
  ['nothing is known', undefined, '/a.js', false],
])('the check says whether this page’s build is served: %s', async (_, own, served, expected) => {
  const { checkBuild } = openTab(own, async () => page(served));
  expect(await checkBuild()).toBe(expected);
});

function openPart(own: string | undefined, isThere: (address: string) => Promise<boolean>) {
  const { safety, asked, worker } = openTab(own, async () => '');
  return { safety, asked, checkFiles: createFileCheck({ worker, safety }, own, isThere) };
}

it.each<[string, string | undefined, string[], (address: string) => Promise<boolean>]>([
  ['a file is really gone', '/a.js', ['/x.js', '/y.js'], async (one) => one === '/x.js'],
  ['nothing answers', '/a.js', ['/x.js'], () => Promise.reject(new Error('offline'))],
  ['no file is known', '/a.js', [], async () => true],
  ['there are no builds', undefined, ['/x.js'], async () => true],
])('a page does not reload for its files when %s', async (_, own, files, isThere) => {
  const { asked, checkFiles } = openPart(own, isThere);
  await checkFiles(files);
  expect(asked).toEqual([]);
});

it('a reload for the files waits until it does no harm', async () => {
  vi.useFakeTimers();
  const { asked, checkFiles, safety } = openPart('/a.js', async () => true);
  safety.report('the request form', 'disturbance');
  await checkFiles(['/x.js']);
  expect(asked).toEqual([]);
  safety.report('the request form', 'none');
  vi.advanceTimersByTime(60_000);
  expect(asked).toEqual(['reload']);
  vi.useRealTimers();
});
