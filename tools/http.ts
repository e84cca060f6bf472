/** HTTP with the owner's access token: tries again what may be tried again, and says clearly what went wrong. */
import { ToolError } from './errors';

export interface HttpOptions {
  /** OAuth 2.0 access token of an owner; `owner` at the local backend. */
  token: string;
  /** The project that calls are counted for; null at the local backend. */
  quotaProject: string | null;
  fetch: typeof fetch;
  /** Waits so many milliseconds. */
  wait(ms: number): Promise<void>;
}

export interface HttpCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Answers other than 2xx that the caller understands. */
  accept?: readonly number[];
  /** Tries in all; 1 for what must not be repeated blindly. */
  tries?: number;
}

export type Http = (url: string, call: HttpCall) => Promise<Response>;

/** No answer came, one that says "later", or somebody else's. */
export class Unreachable extends ToolError {
  override name = 'Unreachable';
}

const TRIES = 4;
/** Milliseconds before the second try; each further one waits twice as long. */
const FIRST_DELAY = 500;
/** Milliseconds a call may take, beside what its body takes on a slow line. */
const TIMEOUT = 60_000;
/** Bytes per second of the slowest line that is still served. */
const SLOWEST = 16 * 1024;
/** Milliseconds: the longest `Retry-After` that is waited for. */
const LONGEST_WAIT = 60_000;

/** Throws `Unreachable` when the tries are used up, `ToolError` for an answer that says no. */
export function createHttp(options: HttpOptions): Http {
  return async (url, call) => {
    const tries = call.tries ?? TRIES;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(options, url, call);
      if (typeof answer !== 'string') {
        if (answer.ok || call.accept?.includes(answer.status)) return answer;
        if (!isTemporary(answer.status)) throw await refusal(url, answer);
      }
      if (attempt === tries) {
        const reason = typeof answer === 'string' ? answer : `it answers ${answer.status}`;
        throw new Unreachable(
          `${new URL(url).origin} cannot be reached (${reason}, ${tries === 1 ? 'one try' : `${tries} tries`}).\n` +
            'What is done is kept: run the same command again, and it goes on from there.',
        );
      }
      await options.wait(delayOf(answer, attempt));
    }
  };
}

async function send(options: HttpOptions, url: string, call: HttpCall): Promise<Response | string> {
  const { token, quotaProject } = options;
  const size = call.body?.length ?? 0;
  try {
    const response = await options.fetch(url, {
      method: call.method,
      headers: {
        ...call.headers,
        Authorization: `Bearer ${token}`,
        // Tokens of gcloud belong to gcloud's own project unless another is named.
        ...(quotaProject !== null && { 'X-Goog-User-Project': quotaProject }),
      },
      signal: AbortSignal.timeout(Math.ceil(TIMEOUT + (size / SLOWEST) * 1000)),
      ...(call.body !== undefined && { body: call.body }),
    });
    // The whole body, so that a cut answer counts as none.
    const bytes = await response.arrayBuffer();
    const { status, headers } = response;
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers });
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    // `fetch` reports the network with a cause; anything else is a defect of ours.
    if (cause === undefined && name !== 'TimeoutError') throw error;
    return cause?.code ?? name;
  }
}

function isTemporary(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function delayOf(answer: Response | string, attempt: number): number {
  const seconds =
    typeof answer === 'string' ? Number.NaN : Number(answer.headers.get('retry-after') ?? 'no');
  const delay = Number.isFinite(seconds) ? seconds * 1000 : FIRST_DELAY * 2 ** (attempt - 1);
  return Math.min(delay, LONGEST_WAIT);
}

async function refusal(url: string, answer: Response): Promise<ToolError> {
  const { origin, pathname } = new URL(url);
  if (answer.status === 401) {
    return new ToolError(
      'The access token is not accepted, or has run out (they last an hour). Set a new one and run\n' +
        'the same command again, and it goes on from there:\n' +
        '  export GOOGLE_ACCESS_TOKEN="$(gcloud auth print-access-token)"',
    );
  }
  const said = (await answer.text()).slice(0, 300);
  // Storage answers so, too, where a token has run out.
  const hint =
    answer.status === 403
      ? ' The token may have run out (they last an hour), or is not of an owner of the project.'
      : '';
  return new ToolError(`${origin}${pathname} answers ${answer.status}.${hint}\n${said}`);
}
