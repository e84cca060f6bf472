/**
 * A stub of Cloud Storage's JSON API, for the calls that the functions make: list, patch, delete, download. Google offers
 * no emulator of it that runs here.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { BUCKET } from './deployed';

export async function startBucket() {
  /** The bytes of each object, by name. */
  const objects = new Map<string, Buffer>();
  /** By the bytes: whoever stores others under a name has made another generation. */
  const versions = new WeakMap<Buffer, ReturnType<typeof firstVersion>>();
  let generations = 0;
  let onList = () => {};
  const firstVersion = () => ({
    generation: String((generations += 1)),
    metageneration: 1,
    metadata: {} as Record<string, string | null>,
  });
  const versionOf = (bytes: Buffer) => {
    const version = versions.get(bytes) ?? firstVersion();
    versions.set(bytes, version);
    return version;
  };
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://localhost');
    const json = (status: number, body: object) =>
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const [, name] = /\/o(?:\/(.*))?$/.exec(pathname) ?? [];
    if (!pathname.includes(`/b/${BUCKET}/o`)) return json(501, { error: { code: 501 } });
    if (name === undefined) {
      const [prefix, from] = ['prefix', 'startOffset'].map((key) => searchParams.get(key) ?? '');
      const most = Number(searchParams.get('maxResults') ?? 1000);
      const names = [...objects.keys()].filter((one) => one.startsWith(prefix!) && one >= from!);
      const items = names
        .toSorted()
        .slice(0, most)
        .map((one) => ({ bucket: BUCKET, name: one, ...versionOf(objects.get(one)!) }));
      json(200, { items, ...(names.length > most && { nextPageToken: 'more' }) });
      return onList();
    }
    const object = decodeURIComponent(name);
    const bytes = objects.get(object);
    if (!bytes) return json(404, { error: { code: 404, message: 'No such object' } });
    const version = versionOf(bytes);
    const isAsked = (key: 'generation' | 'metageneration', condition: string) =>
      [null, String(version[key])].includes(searchParams.get(condition));
    if (
      !isAsked('generation', 'ifGenerationMatch') ||
      !isAsked('metageneration', 'ifMetagenerationMatch')
    )
      return json(412, { error: { code: 412, message: 'conditionNotMet' } });
    if (req.method === 'DELETE') {
      objects.delete(object);
      return res.writeHead(204).end();
    }
    if (req.method === 'PATCH') {
      const change = JSON.parse(String(Buffer.concat(await req.toArray()))) as typeof version;
      const metadata = Object.entries({ ...version.metadata, ...change.metadata });
      version.metadata = Object.fromEntries(metadata.filter(([, value]) => value !== null));
      version.metageneration += 1;
      return json(200, { bucket: BUCKET, name: object, ...version });
    }
    return res.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    objects,
    metadataOf: (name: string) => versionOf(objects.get(name)!).metadata,
    /** What somebody else does behind each list. */
    meanwhile: (effect: () => void) => void (onList = effect),
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
