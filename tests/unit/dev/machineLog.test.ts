/** `/dev/machines`: what it keeps of real machines, what it shows, and that Vite serves it. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createServer } from 'vite';
import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { reviewArea } from '../../../machines/reviewArea';
import { createMachineLog } from '../../../src/dev/machineLog';
import { MachinesPage } from '../../../src/dev/MachinesPage';

function watchedArea() {
  let time = Date.UTC(2026, 5, 1, 12);
  const log = createMachineLog(() => (time += 1000));
  const machine = reviewArea.provide({
    actors: {
      watchUser: fromCallback(() => {}),
      signIn: fromPromise(() => Promise.reject(new Error('blocked'))),
    },
    actions: { logFailure: () => {} },
  });
  const actor = createActor(machine, {
    input: { draft: { stars: 0, text: '' } },
    inspect: log.inspect,
  });
  return { log, actor };
}

const only = (log: ReturnType<typeof createMachineLog>) => {
  const [machine, ...others] = log.machines();
  expect(others).toEqual([]);
  return machine!;
};

describe('the log of running machines', () => {
  test('follows state, context and events', () => {
    const { log, actor } = watchedArea();
    let changes = 0;
    const stop = log.subscribe(() => (changes += 1));
    actor.start();
    actor.send({ type: 'user.changed', user: null });
    const { name, status, states, context, events } = only(log);
    expect([name, status, states]).toEqual(['reviewArea', 'active', ['signedOut']]);
    expect(context).toContainEqual({ name: 'user', value: 'null', isNew: true });
    expect(context).toContainEqual({ name: 'stars', value: '0', isNew: false });
    expect(events[0]).toMatchObject({
      type: 'user.changed',
      detail: '{"user":null}',
      states: ['signedOut'],
    });
    const seen = changes;
    expect(seen).toBeGreaterThan(2);
    stop();
    actor.stop();
    expect(changes).toBe(seen);
    expect(only(log).status).toBe('stopped');
  });

  test('names an actor’s failure, and keeps no more than it shows', async () => {
    const { log, actor } = watchedArea();
    actor.start();
    actor.send({ type: 'user.changed', user: null });
    actor.send({ type: 'signIn.clicked' });
    await expect.poll(() => only(log).states).toEqual(['signedOut']);
    const failed = only(log).events.find(({ type }) => type === 'xstate.error.actor.signIn');
    expect(failed?.detail).toContain('Error: blocked');
    for (let index = 0; index < 150; index += 1) actor.send({ type: 'reviews.failed' });
    expect(only(log).events).toHaveLength(100);
    log.clear();
    expect(log.machines()).toEqual([]);
  });

  test('is shown', () => {
    const { log, actor } = watchedArea();
    const page = () => renderToString(createElement(MachinesPage, { log, site: '/' }));
    expect(page()).toContain('No machine has started yet.');
    actor.start();
    actor.send({ type: 'user.changed', user: { uid: 'u', name: '<b>Ana</b>' } });
    expect(page()).toContain('reviewArea');
    expect(page()).toContain('user.changed');
    expect(page()).not.toContain('<b>Ana');
  });
});

test('Vite serves the page in development', async () => {
  const server = await createServer({
    logLevel: 'silent',
    cacheDir: join(tmpdir(), 'machines-page-test'),
    server: { port: 0, strictPort: false, host: '127.0.0.1', hmr: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    await server.listen();
    const { port } = server.httpServer!.address() as { port: number };
    const get = async (path: string) => {
      const headers = { Accept: 'text/html' };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return [answer.status, await answer.text()] as const;
    };
    const [status, html] = await get('/dev/machines');
    expect([status, html]).toEqual([200, expect.stringContaining('/src/dev/main.tsx')]);
    const [scriptStatus, script] = await get('/src/dev/main.tsx');
    expect([scriptStatus, script]).toEqual([200, expect.stringContaining('machineInspector')]);
  } finally {
    await server.close();
  }
});
