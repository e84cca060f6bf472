import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { BackendConfig } from '../../src/firebase/config';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

type Handler = (response: ServerResponse, received: Received) => void;

/** A real HTTP server for one test, and a configuration that points at it. */
export async function serve(handler: Handler) {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body: Buffer.concat(chunks) };
    requests.push(received);
    handler(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { requests, origin, config: configOf(origin) };
}

export function configOf(origin: string): BackendConfig {
  return {
    projectId: 'demo-cabinets',
    apiKey: 'local',
    storageBucket: 'demo-cabinets.appspot.com',
    firestoreOrigin: origin,
    storageOrigin: origin,
    authOrigin: null,
    authDomain: '127.0.0.1',
    appId: 'local',
    local: true,
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
