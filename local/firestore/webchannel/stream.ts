import type { Caller } from '../access';
import type { Service } from '../service';

/** One RPC that runs over a channel. */
export interface Stream {
  /** Handles one request message; a thrown FirestoreError ends the stream with its status. */
  receive(message: Record<string, unknown>): void;
  close(): void;
}

export interface StreamContext {
  service: Service;
  caller: Caller;
  /** Sends one response message. */
  send(message: unknown): void;
}

export type OpenStream = (context: StreamContext) => Stream;
