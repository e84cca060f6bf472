/** A WebChannel client at its barest: what goes over the wire is what the tests see. */
import { DATABASE } from './server';

/** A numbered array of the server: `[id, [message]]` or `[id, ["noop"]]`. */
export type ServerArray = [number, [any, ...unknown[]]];

export interface PostResult {
  status: number;
  text: string;
  headers: Headers;
}

export class RawChannel {
  sid = '';
  gsessionid = '';
  private rid = 1000;
  private nextNumber = 0;

  constructor(
    readonly origin: string,
    readonly rpc: 'Listen' | 'Write',
  ) {}

  private url(parameters: Record<string, string | number>): string {
    const all = { VER: '8', database: DATABASE, zx: 'any', t: '1', ...parameters };
    const query = new URLSearchParams(Object.entries(all).map(([k, v]) => [k, String(v)]));
    return `${this.origin}/google.firestore.v1.Firestore/${this.rpc}/channel?${query}`;
  }

  private async send(url: string, body: string): Promise<PostResult> {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'http://localhost:5000',
      },
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** The handshake; gives the raw answer. */
  async open(messages: unknown[], headers = ''): Promise<PostResult> {
    const url = this.url({ RID: this.rid, CVER: '22', 'X-HTTP-Session-Id': 'gsessionid' });
    const result = await this.send(
      url,
      `headers=${encodeURIComponent(headers)}&${this.body(messages)}`,
    );
    const [[, [, sid]]] = JSON.parse(result.text.slice(result.text.indexOf('\n') + 1));
    this.sid = sid;
    this.gsessionid = result.headers.get('x-http-session-id') ?? '';
    return result;
  }

  /** A later forward POST; a number makes it a repetition of messages from there. */
  post(messages: unknown[], options: { aid?: number; number?: number } = {}): Promise<PostResult> {
    this.rid += 1;
    if (options.number !== undefined) this.nextNumber = options.number;
    const { sid, gsessionid, rid } = this;
    const url = this.url({ gsessionid, SID: sid, RID: rid, AID: options.aid ?? 0 });
    return this.send(url, this.body(messages));
  }

  private body(messages: unknown[]): string {
    const offset = this.nextNumber;
    this.nextNumber += messages.length;
    const parts = messages.map(
      (message, index) => `req${index}___data__=${encodeURIComponent(JSON.stringify(message))}`,
    );
    return [
      `count=${messages.length}`,
      ...(messages.length ? [`ofs=${offset}`] : []),
      ...parts,
    ].join('&');
  }

  /** Opens the back channel. */
  async listen(options: { aid?: number; ci?: 0 | 1 } = {}): Promise<BackChannel> {
    const { sid, gsessionid } = this;
    const abort = new AbortController();
    const response = await fetch(
      this.url({
        gsessionid,
        RID: 'rpc',
        SID: sid,
        AID: options.aid ?? 0,
        CI: options.ci ?? 0,
        TYPE: 'xmlhttp',
      }),
      { signal: abort.signal },
    );
    return new BackChannel(response, abort);
  }

  terminate(method: 'GET' | 'POST'): Promise<Response> {
    return fetch(this.url({ SID: this.sid, RID: this.rid + 1, TYPE: 'terminate' }), { method });
  }
}

/** Reads the frames of a streamed body. */
export class BackChannel {
  private readonly reader;
  private readonly decoder = new TextDecoder();
  private buffer = '';
  private arrays: ServerArray[] = [];

  constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    this.reader = response.body!.getReader();
  }

  /** The next array, or null when the body has ended. */
  async next(): Promise<ServerArray | null> {
    while (this.arrays.length === 0) {
      const newline = this.buffer.indexOf('\n');
      const length = Number(this.buffer.slice(0, newline));
      const end = newline + 1 + length;
      if (newline >= 0 && this.buffer.length >= end) {
        this.arrays = JSON.parse(this.buffer.slice(newline + 1, end)) as ServerArray[];
        this.buffer = this.buffer.slice(end);
        continue;
      }
      const { done, value } = await this.reader.read();
      if (done) return null;
      this.buffer += this.decoder.decode(value, { stream: true });
    }
    return this.arrays.shift()!;
  }

  /** The next `count` arrays. */
  async take(count: number): Promise<ServerArray[]> {
    const arrays: ServerArray[] = [];
    while (arrays.length < count) {
      const array = await this.next();
      if (!array) throw new Error(`The body ended after ${arrays.length} of ${count} arrays.`);
      arrays.push(array);
    }
    return arrays;
  }

  /** The messages up to and with the next snapshot boundary, without noops. */
  async untilBoundary(): Promise<any[]> {
    const messages: any[] = [];
    for (;;) {
      const array = await this.next();
      if (!array) throw new Error('The body ended before a snapshot boundary.');
      const [message] = array[1];
      if (message === 'noop') continue;
      messages.push(message);
      if (message.targetChange && !message.targetChange.targetIds) return messages;
    }
  }

  close(): void {
    this.abort.abort();
  }
}
