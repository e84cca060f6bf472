/** Serves a built site over TLS and HTTP/2 with the deployed headers, and its pictures from the same host. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { createHosting } from '../../backend/hosting/index';

/** Bytes. Hosts send small TLS records, so that the head of a page can be read before its end has come. */
const TLS_RECORD = 1300;

/** Addresses of pictures on the local backend, whichever build they come from. */
const PICTURES = /http:\/\/127\.0\.0\.\d+:\d+(?=\/v0\/)/g;

export interface Key {
  key: Buffer;
  cert: Buffer;
}

export function makeKey(folder: string): Key {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=bench'];
  execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Copies a built site. The copy's pictures are on the host that serves it, because a far browser reaches no other. */
export function copySite(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const html = readFileSync(join(to, name), 'utf8');
    writeFileSync(join(to, name), html.replaceAll(PICTURES, ''));
  }
}

/** Serves a copied site; resolves to what ends it. `pictures` is the origin of the local Storage. */
export async function serveSite(
  siteDir: string,
  address: { host: string; port: number },
  { key, pictures, configFile }: { key: Key; pictures: string; configFile: string },
): Promise<() => void> {
  const { handle } = createHosting({ siteDir, configFile });
  const server = createSecureServer(key, (request, response) => {
    // Node's HTTP/2 answers like its HTTP/1, but has types of its own.
    const [req, res] = [request, response] as unknown as [IncomingMessage, ServerResponse];
    if (request.url.startsWith('/v0/')) void sendPicture(pictures + request.url, res);
    else void handle(req, res);
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => void sessions.add(session));
  server.on('secureConnection', (socket: TLSSocket) => socket.setMaxSendFragment(TLS_RECORD));
  server.listen(address.port, address.host);
  await once(server, 'listening');
  return () => {
    server.close();
    for (const session of sessions) session.destroy();
  };
}

async function sendPicture(address: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(address);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  response.writeHead(answer.status, { 'content-type': type, 'content-length': bytes.length });
  response.end(bytes);
}
