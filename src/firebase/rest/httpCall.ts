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
   * It changes nothing on the server, so it is asked again beside itself while no answer comes: its connection may have
   * died without a word, or may still wait although a tunnel is over.
   */
  isQuestion?: true;
}

/** A complete HTTP answer. `json` is undefined if the body is not JSON. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  json: unknown;
}

/** The timeout of a small request, in milliseconds. */
export const SMALL_TIMEOUT = 30_000;

/** Milliseconds after which a question is asked again. */
const ASK_AGAIN = 10_000;

/** The answer, or the error; the first one of a question, which is asked again beside itself while there is none. */
async function firstAnswer(
  ask: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  isQuestion = false,
): Promise<Response> {
  if (!isQuestion) return ask(signal);
  const asked: AbortController[] = [];
  let again: ReturnType<typeof setInterval> | undefined;
  try {
    return await new Promise<Response>((resolve, reject) => {
      const askOnce = () => {
        const own = new AbortController();
        signal.addEventListener('abort', () => own.abort());
        const leaveOthers = () => asked.filter((one) => one !== own).forEach((one) => one.abort());
        asked.push(own);
        ask(own.signal).then((answer) => {
          leaveOthers();
          resolve(answer);
        }, reject);
      };
      again = setInterval(askOnce, ASK_AGAIN);
      askOnce();
    });
  } finally {
    clearInterval(again);
  }
}

/**
 * Sends one request, and reads and parses the body of the answer. Resolves to undefined without a complete
 * answer: after a network error, a timeout, an abort by the caller, or a truncated body. Tells `network` what it hears.
 */
export async function call(url: string, options: Call): Promise<HttpAnswer | undefined> {
  const {
    timeout,
    signal,
    fetch: send = (...call) => fetch(...call),
    isQuestion,
    ...init
  } = options;
  const askedAt = Date.now();
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, timeout);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const ask = (own: AbortSignal) => send(url, { ...init, signal: own });
    const response = await firstAnswer(ask, abort.signal, isQuestion);
    const { status, headers } = response;
    const json = parseJson(await response.text());
    // The worker may have answered from its cache. It tells the page what it hears itself (sw/tellPages.ts).
    const mayBeCached = init.method === 'GET' && init.cache !== 'no-store' && controller();
    if (!mayBeCached) network.heard('answer', askedAt);
    return { status, headers, json };
  } catch {
    // The errors of `fetch` differ only in their wording, so the cause cannot be known.
    if (!signal?.aborted) network.heard('silence', askedAt);
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

/** Whether the status says success. The body has to be checked, too. */
export function isOk({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The value as an object of unknown fields. An empty object if it is not an object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The text as an absolute address. Undefined if it is not one. */
export function addressOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // `URL.canParse` is too new for some visitors' phones.
    return undefined;
  }
}
