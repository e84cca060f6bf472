/** The `fetch` to use; injected so that tests script it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  fetch?: Fetch | undefined;
}

export interface Call extends CallOptions {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: BodyInit;
  /** Milliseconds until the whole answer must be there. */
  timeout: number;
  cache?: RequestCache;
}

/** A whole HTTP answer; `json` is undefined when the body is not JSON. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  json: unknown;
}

/** Milliseconds a small request may take. */
export const SMALL_TIMEOUT = 30_000;

/**
 * One request, its body read and parsed. Resolves undefined when there was no whole answer: network
 * error, timeout, an abort by the caller, a truncated body.
 */
export async function call(url: string, options: Call): Promise<HttpAnswer | undefined> {
  const { timeout, signal, fetch: send = (...call) => fetch(...call), ...init } = options;
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const response = await send(url, { ...init, signal: abort.signal });
    const { status, headers } = response;
    return { status, headers, json: parseJson(await response.text()) };
  } catch {
    // `fetch` tells a refused connection, a cut one and a timeout apart by wording only.
    return undefined;
  } finally {
    clearTimeout(timer);
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

/** Whether the status alone says success; the body has to say so too. */
export function isOk({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** A value as a plain object of unknown fields; empty for anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** An absolute address, or undefined for what is none. */
export function addressOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // `URL.canParse` is too young for the phones that visitors have.
    return undefined;
  }
}
