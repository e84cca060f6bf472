/** The browser loses its database while a request waits, as seen in the wild: the request waits again, and arrives once. */
import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures';
import { FILLED } from '../support/formActions';
import {
  cameOnline,
  COMMIT,
  drained,
  fillRequest,
  pressSend,
  smallPictures,
} from '../support/deliveryActions';

/** Chromium's LevelDB of this origin. */
function databaseIn(profile: string): string {
  const parent = [join(profile, 'Default', 'IndexedDB'), join(profile, 'IndexedDB')].find(
    existsSync,
  )!;
  const name = readdirSync(parent).find((one) => one.endsWith('.leveldb'))!;
  return join(parent, name);
}

const filesOf = (folder: string, pattern: RegExp) =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

const DAMAGES: Record<string, (folder: string) => void> = {
  'its list of files is cut': (folder) =>
    filesOf(folder, /^MANIFEST/).forEach((file) => truncateSync(file, 10)),
  'what names the list of files is nonsense': (folder) =>
    writeFileSync(join(folder, 'CURRENT'), 'nonsense'),
  'its log is gone': (folder) => filesOf(folder, /\.log$/).forEach((file) => rmSync(file)),
  'its folder is gone': (folder) => rmSync(folder, { recursive: true }),
};

// Each damage meets one of the two: what has arrived is found by its spare's receipt (spares.test).
for (const [index, [damage, apply]] of Object.entries(DAMAGES).entries()) {
  const hasArrived = index % 2 === 1;
  const when = hasArrived ? 'has arrived, without the answer,' : 'has not arrived';
  test(
    `a request that ${when} and whose database is lost (${damage}) waits again, and arrives once`,
    { tag: '@full' },
    async ({ profiles, backend, requestsStored }) => {
      const profile = profiles.create();
      const first = await profile.launch();
      const { page } = first;
      const pictures = await smallPictures(1);
      await fillRequest(page, pictures);
      if (hasArrived) {
        backend.faults.add({ ...COMMIT, when: 'after', count: 1, do: { kind: 'reset' } });
      }
      const silent = backend.faults.add({
        service: 'firestore',
        method: 'POST',
        url: hasArrived ? /:batchGet/ : /:(commit|batchGet)/,
        do: { kind: 'reset' },
      });
      await pressSend(page);
      await expect.poll(() => silent.hits).toBeGreaterThan(0);
      expect(requestsStored()).toHaveLength(hasArrived ? 1 : 0);
      await expect
        .poll(() => page.evaluate(async () => (await caches.open('outbox-spares')).keys()))
        .toHaveLength(1);
      await first.close();
      apply(databaseIn(profile.folder));

      const { page: again } = await profile.launch();
      await again.goto('/');
      await again.getByRole('button', { name: '1 request waiting to be sent' }).click();
      const list = again.getByRole('dialog');
      await expect(list.getByText(FILLED.description)).toBeVisible();
      await expect(
        list.getByText(`“${pictures[0]!.name}” could not be sent and was left out`),
      ).toBeVisible();
      silent.remove();
      await cameOnline(again);
      await drained(again);
      expect(requestsStored()).toEqual([
        expect.objectContaining({ description: FILLED.description, files: [] }),
      ]);
      // Nothing of it stays.
      await expect
        .poll(() => again.evaluate(async () => (await caches.open('outbox-spares')).keys()))
        .toHaveLength(0);
    },
  );
}
