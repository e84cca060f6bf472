export type ServiceName = 'hosting' | 'firestore' | 'auth' | 'storage';

/** An error of Google's with this status. */
export interface StatusFault {
  kind: 'status';
  status: number;
  /** Seconds. */
  retryAfter?: number;
}

/** What goes wrong. */
export type FaultAction =
  /** The connection is reset (TCP RST). */
  | { kind: 'reset' }
  /** No answer, ever; the connection stays open until the client gives up. */
  | { kind: 'silence' }
  /** The answer breaks off after so many bytes of its body. */
  | { kind: 'truncate'; bytes: number }
  | StatusFault
  /** A captive portal: 200 with an HTML page. */
  | { kind: 'captive' }
  | { kind: 'latency'; ms: number }
  /** Nothing happens until the promise resolves: then what it says, or the request's own work. */
  | { kind: 'hold'; until: Promise<FaultAction | undefined> }
  /** The connection is reset when so many bytes of the request's body have arrived. */
  | { kind: 'cut'; afterBytes: number };

export interface FaultSpec {
  /** Any service when missing, as with the other conditions. */
  service?: ServiceName;
  /** Preflights (`OPTIONS`) are met only where the method says so. */
  method?: string;
  /** Tested against path and query. */
  url?: RegExp;
  header?: { name: string; value: RegExp };
  /** How often it strikes; always when missing. */
  count?: number;
  /** Lets so many matching requests pass first. */
  after?: number;
  /**
   * `before` (default): instead of the work. `after`: the work is done, its answer is lost.
   * `truncate` is always after, `cut`, `hold` and `latency` always before.
   */
  when?: 'before' | 'after';
  do: FaultAction;
}

export interface FaultHandle {
  /** How often it has struck. */
  readonly hits: number;
  remove(): void;
}
