import { controller } from '../../lib/browser';
import { network } from '../../lib/network';

/** The `fetch` to use. It is injected so that tests can replace it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  fetch?: Fetch | undefined;
}

export interface Call extends CallOptions {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: BodyInit;
  /** Milliseconds within which the whole answer must have arrived. */
  timeout: number;
  cache?: RequestCache;
  /**
   * A question, or a commit that the rules let happen once: made again beside itself while no answer comes. Its connection
   * may have died without a word, or may still wait although a tunnel is over.
   */
  isRepeatable?: true;
}

/** A complete HTTP answer. `json` is undefined if the body is not JSON. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  json: unknown;
}

/** Milliseconds. */
export const SMALL_TIMEOUT = 30_000;

/** Milliseconds after which it is made again; each later wait is twice as long. */
export const ASK_AGAIN = 3_000;

/** The first answer, or error, of a call that is made again beside itself while there is none. */
async function askRepeatedly(ask: () => Promise<Response>): Promise<Response> {
  let again: ReturnType<typeof setTimeout> | undefined;
  const first = new Promise<Response>((resolve, reject) => {
    const askOnce = (wait: number) => {
      void ask().then(resolve, reject);
      again = setTimeout(askOnce, wait, 2 * wait);
    };
    askOnce(ASK_AGAIN);
  });
  return first.finally(() => clearTimeout(again));
}

/** The worker may answer it from its cache. It tells the page what it hears itself (sw/tellPages.ts). */
const isCached = ({ method, cache }: Pick<Call, 'method' | 'cache'>) =>
  method === 'GET' && cache !== 'no-store' && controller();

/**
 * Sends one request, and parses the body of the answer. Resolves to undefined without a complete answer: after a
 * network error, a timeout, an abort by the caller, or a truncated body. Tells `network` what it hears.
 */
export async function call(url: string, options: Call): Promise<HttpAnswer | undefined> {
  const {
    timeout,
    signal,
    fetch: send = (...call) => fetch(...call),
    isRepeatable,
    ...init
  } = options;
  const askedAt = Date.now();
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const ask = () => send(url, { ...init, signal: abort.signal });
    const response = await (isRepeatable ? askRepeatedly(ask) : ask());
    const { status, headers } = response;
    const json = parseJson(await response.text());
    if (!isCached(init)) network.heard('answer', askedAt);
    return { status, headers, json };
  } catch {
    // The errors of `fetch` differ only in their wording, so the cause cannot be known.
    if (!signal?.aborted) network.heard('silence', askedAt);
    return undefined;
  } finally {
    clearTimeout(timer);
    // Whatever was asked beside the first answer. No other call: what sends it may keep a copy of the answer, which comes
    // from the same connection.
    if (isRepeatable) stop();
    signal?.removeEventListener('abort', stop);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the status says success. The body has to be checked, too. */
export function isOk({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The value as an object of unknown fields; an empty object if it is none. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A copy without these members: an undefined one would stay in the store. */
export function without<T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> {
  const kept = Object.entries(value).filter(([name]) => !names.includes(name as K));
  return Object.fromEntries(kept) as Omit<T, K>;
}

/** The text as an absolute address; undefined if it is none. */
export function addressOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // `URL.canParse` is too new for some visitors' phones.
    return undefined;
  }
}
