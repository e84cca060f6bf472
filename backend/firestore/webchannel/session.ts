import type { ServerResponse } from 'node:http';
import { frame, type ClientMessage } from './frames';

/** Milliseconds: a `noop` goes out after so much silence; the client gives up after 1.5 times that. */
export const KEEP_ALIVE = 30_000;
/** Milliseconds: a session whose client has no back channel and sends nothing ends after this. */
export const IDLE = 60_000;

/** Ends a back channel's body once so much is unacknowledged: the client comes back with an AID. */
const MAX_UNACKNOWLEDGED = 1_000_000;

/**
 * One WebChannel (protocol VER=8): numbered arrays to the client, kept until it acknowledges them,
 * over whatever back channel it has open; the client's messages in order, each exactly once.
 */
export class Session {
  private readonly outgoing: { id: number; text: string }[] = [];
  /** The handshake is array 0. */
  private lastId = 0;
  private sentId = 0;
  private nextNumber = 0;
  private back: { res: ServerResponse; endsAfterFrame: boolean } | undefined;
  private hadBackChannel = false;
  private flushing = false;
  private ended = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly sid: string,
    readonly gsessionid: string,
    private readonly onEnd: () => void,
  ) {
    this.restartTimer();
  }

  /** Queues a message for the client; `["noop"]` and the like are arrays of their own. */
  push(array: unknown[]): void {
    this.lastId += 1;
    this.outgoing.push({ id: this.lastId, text: JSON.stringify([this.lastId, array]) });
    if (this.flushing) return;
    this.flushing = true;
    // What one turn produces goes out in one frame.
    queueMicrotask(() => {
      this.flushing = false;
      this.flush();
    });
  }

  /** The messages not seen before, in order: a repeated POST must not act twice. Null for a gap. */
  take(messages: readonly ClientMessage[]): unknown[] | null {
    this.restartTimer();
    const fresh = messages.filter(({ number }) => number >= this.nextNumber);
    if (fresh.some(({ number }, index) => number !== this.nextNumber + index)) return null;
    this.nextNumber += fresh.length;
    return fresh.map(({ message }) => message);
  }

  /** The client has seen all arrays up to this id. */
  acknowledge(aid: number): void {
    while (this.outgoing[0] && this.outgoing[0].id <= aid) this.outgoing.shift();
  }

  /** Opens the back channel, in place of an earlier one, and resends what the client lacks. */
  attach(res: ServerResponse, endsAfterFrame: boolean): void {
    this.detach();
    const back = { res, endsAfterFrame };
    this.back = back;
    res.on('close', () => {
      if (this.back !== back) return;
      this.back = undefined;
      this.restartTimer();
    });
    this.sentId = 0;
    // An early first byte tells the client that no proxy is buffering; else it goes long-polling.
    if (!this.hadBackChannel && !endsAfterFrame && this.outgoing.length === 0) this.push(['noop']);
    this.hadBackChannel = true;
    this.restartTimer();
    this.flush();
  }

  /** Answer to a forward POST: back channel present, last array id, outstanding bytes. */
  status(): [0 | 1, number, number] {
    return [this.back ? 1 : 0, this.lastId, this.unacknowledged()];
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    this.detach();
    this.onEnd();
  }

  private unacknowledged(): number {
    return this.outgoing.reduce((sum, { text }) => sum + text.length, 0);
  }

  private flush(): void {
    const { back } = this;
    const news = this.outgoing.filter(({ id }) => id > this.sentId);
    if (!back || back.res.destroyed || news.length === 0) return;
    this.sentId = this.lastId;
    const text = `[${news.map((entry) => entry.text).join()}]`;
    back.res.write(`${text.length}\n${text}`);
    this.restartTimer();
    if (back.endsAfterFrame || this.unacknowledged() > MAX_UNACKNOWLEDGED) this.detach();
  }

  private detach(): void {
    const { back } = this;
    this.back = undefined;
    back?.res.end();
    if (!this.ended) this.restartTimer();
  }

  private restartTimer(): void {
    clearTimeout(this.timer);
    if (this.ended) return;
    this.timer = this.back
      ? setTimeout(() => this.push(['noop']), KEEP_ALIVE)
      : setTimeout(() => this.end(), IDLE);
    this.timer.unref();
  }
}

/** The handshake's answer: session id, no host prefix, version 8, server version, keep-alive. */
export const handshakeFrame = ({ sid }: Session): string =>
  frame([[0, ['c', sid, '', 8, 12, KEEP_ALIVE]]]);
