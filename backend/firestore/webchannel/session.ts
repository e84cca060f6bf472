import type { ServerResponse } from 'node:http';
import { frame, type ClientMessage } from './frames';

/** Milliseconds. A `noop` is sent after this much silence. The client gives up after 1.5 times as long. */
export const KEEP_ALIVE = 30_000;
/** Milliseconds. A session ends when its client has had no back channel and sent nothing for this long. */
export const IDLE = 60_000;

/**
 * Characters. With more unacknowledged data than this, the body of the back channel ends. The client then opens
 * another one and acknowledges with its AID.
 */
const MAX_UNACKNOWLEDGED = 1_000_000;

/**
 * One WebChannel (protocol VER=8). It sends numbered arrays to the client through the open back channel and keeps
 * them until the client acknowledges them. It takes the client's messages in order, each exactly once.
 */
export class Session {
  private readonly outgoing: { id: number; text: string }[] = [];
  /** The id of the last array in `outgoing`; 0 is the handshake. */
  private lastId = 0;
  /** The id of the last array that was sent through the current back channel. */
  private sentId = 0;
  /** The number of the client's next message. */
  private nextNumber = 0;
  private backChannel: { res: ServerResponse; endsAfterFrame: boolean } | undefined;
  private hadBackChannel = false;
  private isFlushing = false;
  private isEnded = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly sid: string,
    readonly gsessionid: string,
    private readonly onEnd: () => void,
  ) {
    this.restartTimer();
  }

  /** Queues an array for the client: `[message]`, or a control array such as `["noop"]`. */
  push(array: unknown[]): void {
    this.lastId += 1;
    this.outgoing.push({ id: this.lastId, text: JSON.stringify([this.lastId, array]) });
    if (this.isFlushing) return;
    this.isFlushing = true;
    // All arrays of one turn go out in one frame.
    queueMicrotask(() => {
      this.isFlushing = false;
      this.flush();
    });
  }

  /**
   * Returns the messages that are new, in order, because a repeated POST must not act twice. Null if a message before
   * them is missing.
   */
  take(messages: readonly ClientMessage[]): unknown[] | null {
    this.restartTimer();
    const fresh = messages.filter(({ number }) => number >= this.nextNumber);
    if (fresh.some(({ number }, index) => number !== this.nextNumber + index)) return null;
    this.nextNumber += fresh.length;
    return fresh.map(({ message }) => message);
  }

  /** Drops the arrays up to this id, which the client has received. */
  acknowledge(aid: number): void {
    while (this.outgoing[0] && this.outgoing[0].id <= aid) this.outgoing.shift();
  }

  /** Opens a back channel, which replaces the earlier one, and sends all unacknowledged arrays again. */
  attach(res: ServerResponse, endsAfterFrame: boolean): void {
    this.detach();
    const backChannel = { res, endsAfterFrame };
    this.backChannel = backChannel;
    res.on('close', () => {
      if (this.backChannel !== backChannel) return;
      this.backChannel = undefined;
      this.restartTimer();
    });
    this.sentId = 0;
    // An early first byte tells the client that no proxy buffers the answer. Without it the client uses long polling.
    if (!this.hadBackChannel && !endsAfterFrame && this.outgoing.length === 0) this.push(['noop']);
    this.hadBackChannel = true;
    this.restartTimer();
    this.flush();
  }

  /**
   * The answer to a forward POST: whether there is a back channel, the id of the last array, and the size of the
   * unacknowledged data.
   */
  status(): [0 | 1, number, number] {
    return [this.backChannel ? 1 : 0, this.lastId, this.unacknowledged()];
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.timer);
    this.detach();
    this.onEnd();
  }

  private unacknowledged(): number {
    return this.outgoing.reduce((sum, { text }) => sum + text.length, 0);
  }

  private flush(): void {
    const { backChannel } = this;
    const unsent = this.outgoing.filter(({ id }) => id > this.sentId);
    if (!backChannel || backChannel.res.destroyed || unsent.length === 0) return;
    this.sentId = this.lastId;
    const text = `[${unsent.map((entry) => entry.text).join()}]`;
    backChannel.res.write(`${text.length}\n${text}`);
    this.restartTimer();
    if (backChannel.endsAfterFrame || this.unacknowledged() > MAX_UNACKNOWLEDGED) this.detach();
  }

  private detach(): void {
    const { backChannel } = this;
    this.backChannel = undefined;
    backChannel?.res.end();
    if (!this.isEnded) this.restartTimer();
  }

  private restartTimer(): void {
    clearTimeout(this.timer);
    if (this.isEnded) return;
    this.timer = this.backChannel
      ? setTimeout(() => this.push(['noop']), KEEP_ALIVE)
      : setTimeout(() => this.end(), IDLE);
    this.timer.unref();
  }
}

/** The answer to the handshake: session id, empty host prefix, protocol version 8, server version 12, keep-alive. */
export const handshakeFrame = ({ sid }: Session): string =>
  frame([[0, ['c', sid, '', 8, 12, KEEP_ALIVE]]]);
