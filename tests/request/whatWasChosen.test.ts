/** Whatever is chosen, read slowly, removed, sent, closed or loaded again: what was in the form arrives or is named. */
import { beforeEach, expect, it, vi } from 'vitest';
import { runForm } from '../../src/request/running/runForm';
import type { OutboxPort } from '../../src/outbox/port';
import type { RunningForm } from '../../src/request/port';
import { leaveOutAwaited } from '../../src/outbox/page/recordActions';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { createDrafts } from '../../src/outbox/store/drafts';
import { createPageStores } from '../../src/outbox/page/pageStores';
import { createSafety } from '../../src/update/safety';
import '../delivery/fakeDatabase';
import { backend } from '../delivery/localBackend';
import { pick, seeded, type Random } from '../support/deliveryFaults';
import { eventually } from '../support/eventually';
import { FIELDS } from '../support/fakeOutbox';
import { fakeStorage } from '../support/fakeStorage';
import { depsFor } from '../support/sampleRequests';
import { slowFile } from '../support/slowFile';
import { storedObjects, storedRequests } from '../support/serverContent';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const turns = async () => {
  for (let count = 0; count < 20; count += 1) await new Promise(setImmediate);
};

/** A file that nobody has asked for twice. */
function numberedFile(number: number, isImage: boolean) {
  const name = `${number}.jpg`;
  const start = isImage ? [0xff, 0xd8, 0xff, 0xe0] : [0x25, 0x50];
  return slowFile(name, Uint8Array.from([...start, ...Buffer.from(name)]));
}

/** A page over the device's database, and a worker that delivers from it. */
function createDevice() {
  const connection = connectOutbox();
  const stores = createPageStores(connection);
  let ahead = 0;
  const deps = { ...depsFor(backend.ports, stores.disk), now: () => Date.now() + ahead };
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('sessionStorage', fakeStorage());
  const outbox = {
    save: (request, store) => stores.save(request, store),
    bring: (_, file) => stores.disk.addFile(file),
    leaveOut: (...args) => leaveOutAwaited(deps, ...args),
    read: stores.read,
    follow: (onLists) => {
      void stores.read().then(onLists);
      return () => undefined;
    },
    markAnnounced: async () => undefined,
  } as Partial<OutboxPort> as OutboxPort;
  const start = () => runForm({ outbox, drafts: createDrafts(connection), safety: createSafety() });
  return {
    start,
    hide() {
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** Delivers until nothing waits. */
    async deliver() {
      const deliverer = createDeliverer(deps);
      for (let passes = 0; passes < 5; passes += 1) {
        await deliverer.deliver('all');
        ahead += 20_000;
      }
      return stores.read();
    },
    close: () => connection.close(),
  };
}

type Slow = ReturnType<typeof slowFile>;

/** What a visitor may do before the press and after it. */
function visitor(random: Random, form: () => RunningForm) {
  const files: Slow[] = [];
  const context = () => form().getSnapshot().context;
  const choose = () => {
    const chosen = Array.from({ length: 1 + random(3) }, () =>
      numberedFile(files.length + random(1_000_000), random(4) > 0),
    );
    files.push(...chosen);
    form().choose(chosen.map(({ file }) => file));
  };
  const arrive = () => files[random(Math.max(1, files.length))]?.arrive();
  const leave = () => {
    const [first] = context().choice.reading;
    if (first) form().leaveOut(first.id);
  };
  const remove = () => {
    const [first] = context().content.images;
    if (first) form().send({ type: 'image.removed', id: first.id });
  };
  const reopen = () => {
    form().send({ type: 'form.closed' });
    form().send({ type: 'form.opened' });
  };
  return { choose, arrive, leave, remove, reopen };
}

/** The names of pictures that have arrived, by their bytes. */
function arrived(): string[] {
  const objects = new Map(storedObjects(backend).map(({ name, bytes }) => [name, bytes]));
  return storedRequests(backend).flatMap(({ files }) =>
    files.map(({ ref }) => Buffer.from(objects.get(ref)!).subarray(4).toString()),
  );
}

it.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'what was in the form at the press arrives or is named (%i)',
  async (seed) => {
    const random = seeded(seed + 1);
    const device = createDevice();
    let form = device.start();
    const content = () => form.getSnapshot().value.content;
    const { choose, arrive, leave, remove, reopen } = visitor(random, () => form);
    await eventually(() => expect(content()).toEqual({ editing: 'ready' }));
    form.send({ type: 'fields.changed', fields: FIELDS });
    choose();
    for (let count = random(8); count > 0; count -= 1) {
      pick(random, [choose, arrive, arrive, leave, remove, reopen])();
      await turns();
    }
    const { content: entered, choice } = form.getSnapshot().context;
    const chosen = [...entered.images, ...choice.reading].map(({ name }) => name);
    form.submit({ honeypot: '' });
    // While the request is being saved.
    if (random(2) === 0) arrive();
    await eventually(() => expect(content()).toHaveProperty('sending'));
    const reload = () => {
      device.hide();
      form = device.start();
    };
    for (let count = random(5); count > 0; count -= 1) {
      pick(random, [arrive, arrive, arrive, reload, reopen, device.hide])();
      await turns();
    }
    await turns();
    const { waiting, sentRequests } = await device.deliver();
    expect(waiting).toEqual([]);
    expect(storedRequests(backend)).toHaveLength(1);
    const missing = sentRequests.flatMap((sent) => sent.missing ?? []);
    expect([...arrived(), ...missing].toSorted()).toEqual(chosen.toSorted());
    device.close();
  },
);
