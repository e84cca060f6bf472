/**
 * A stub of Cloud Storage's JSON API, for the three calls that the functions make: list, delete, download. Google
 * offers no emulator of it that runs here.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { BUCKET } from './deployed';

export async function startBucket() {
  /** The bytes of each object, by name. */
  const objects = new Map<string, Buffer>();
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://localhost');
    const json = (status: number, body: object) =>
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const [, name] = /\/o(?:\/(.*))?$/.exec(pathname) ?? [];
    if (!pathname.includes(`/b/${BUCKET}/o`)) return json(501, { error: { code: 501 } });
    if (name === undefined) {
      const prefix = searchParams.get('prefix') ?? '';
      const names = [...objects.keys()].filter((one) => one.startsWith(prefix));
      return json(200, { items: names.map((one) => ({ bucket: BUCKET, name: one })) });
    }
    const object = decodeURIComponent(name);
    const bytes = objects.get(object);
    if (!bytes) return json(404, { error: { code: 404, message: 'No such object' } });
    if (req.method === 'DELETE') {
      objects.delete(object);
      return res.writeHead(204).end();
    }
    return res.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    objects,
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
