export type ServiceName = 'hosting' | 'firestore' | 'auth' | 'storage';

/** An error answer in Google's format, with this status. */
export interface StatusFault {
  kind: 'status';
  status: number;
  /** Seconds. */
  retryAfter?: number;
}

export type FaultAction =
  /** The connection is reset (TCP RST). */
  | { kind: 'reset' }
  /** No answer, ever; the connection stays open until the client gives up. */
  | { kind: 'silence' }
  /** The answer breaks off after this many bytes of its body. */
  | { kind: 'truncate'; bytes: number }
  | StatusFault
  /** A captive portal: 200 with an HTML page. */
  | { kind: 'captive' }
  /** The request waits for this many milliseconds before the handler gets it. */
  | { kind: 'latency'; ms: number }
  /** The request waits until the promise resolves: with an action that happens then, or with undefined for a normal answer. */
  | { kind: 'hold'; until: Promise<FaultAction | undefined> }
  /** The connection is reset when this many bytes of the request's body have arrived. */
  | { kind: 'cut'; afterBytes: number };

export interface FaultSpec {
  /** Any service if left out. The same applies to the other conditions. */
  service?: ServiceName;
  /** If left out, any method but `OPTIONS`: a preflight fails only if it is named here. */
  method?: string;
  /** Tested against path and query. */
  url?: RegExp;
  header?: { name: string; value: RegExp };
  /** How often the fault strikes. Without a limit if left out. */
  count?: number;
  /** This many matching requests pass before the fault strikes. */
  after?: number;
  /**
   * `before` (the default): the fault happens instead of the handler's work. `after`: the handler does its work and
   * its answer is lost. `truncate` always happens after the work; `cut`, `hold` and `latency` happen before it.
   */
  when?: 'before' | 'after';
  do: FaultAction;
}

export interface FaultHandle {
  /** How often the fault has struck. */
  readonly hits: number;
  remove(): void;
}
