/** A host before the site that answers for one file with other statuses. Playwright's routes would switch the browser's cache off. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SiteProxy {
  address: string;
  /** What it answered for the file: the status, and the `cache-control` of the browser's request. */
  answers: string[];
  close(): Promise<void>;
}

/** For files that match `file` it answers with the status that `statusFor` names for what the browser loads it as. */
export async function startSiteProxy(
  site: string,
  host: string,
  file: RegExp,
  statusFor: (destination: string) => number,
): Promise<SiteProxy> {
  const answers: string[] = [];
  const pass = async ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(site + url);
    let { status } = answer;
    if (file.test(url)) {
      const cacheControl = headers['cache-control'] ?? '';
      status = statusFor(String(headers['sec-fetch-dest']));
      answers.push(`${status} ${cacheControl}`);
    }
    response.writeHead(status, {
      'Content-Type': answer.headers.get('content-type')!,
      'Cache-Control': answer.headers.get('cache-control') ?? 'no-cache',
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const proxy = createServer((request, response) => {
    // The site may close a kept connection just then. The browser asks again, as after any lost answer.
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, host, resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    address: `http://${host}:${port}/`,
    answers,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** These statuses one after another, then the last one for ever. */
export const inTurn = (...statuses: [number, ...number[]]): (() => number) => {
  let count = 0;
  return () => statuses[Math.min(count++, statuses.length - 1)]!;
};
