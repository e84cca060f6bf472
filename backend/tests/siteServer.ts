/** The site's host over a folder of made-up files, and requests as they are. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createHosting } from '../hosting/index';
import { listen } from '../listening';
import { FIREBASE_CONFIG } from './project/index';

/** When the files were built. */
const BUILT = new Date('2026-05-01T12:00:00.400Z');

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

export type SiteServer = Awaited<ReturnType<typeof startSite>>;

export async function startSite(files: Record<string, string>) {
  const parent = mkdtempSync(join(tmpdir(), 'hosting-'));
  const folder = join(parent, 'site');
  const write = (name: string, content: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, BUILT, BUILT);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const { handle } = createHosting({ siteDir: folder, configFile: FIREBASE_CONFIG });
  const address = { service: 'hosting', host: '127.0.0.1', port: 0 } as const;
  const listening = await listen({ ...address, handler: handle });

  /** Without fetch's own normalising of paths and decoding of bodies. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const where = { host: '127.0.0.1', port: listening.port, agent: false };
      const req = request({ ...where, path, headers, method }, (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () => {
          const bytes = Buffer.concat(parts);
          const { headers: answered } = res;
          resolve({ status: res.statusCode!, headers: answered, bytes, text: bytes.toString() });
        });
      });
      req.on('error', reject);
      req.end();
    });

  return {
    /** The site's folder; nothing else lies in the one around it. */
    folder,
    listening,
    write,
    ask,
    async close() {
      await listening.down();
      rmSync(parent, { recursive: true });
    },
  };
}
