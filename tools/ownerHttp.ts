/** HTTP with the owner's access token: repeats calls that failed for now, and says clearly what went wrong. */
import { NEW_TOKEN, ToolError } from './toolErrors';

export interface HttpOptions {
  /** OAuth 2.0 access token of an owner; the word `owner` for the local backend. */
  token: string;
  /** The project whose quota the calls count against; null for the local backend. */
  quotaProject: string | null;
  fetch: typeof fetch;
  /** Waits for so many milliseconds. */
  wait(ms: number): Promise<void>;
}

export interface HttpCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Statuses beside 2xx that the caller handles itself. */
  accept?: readonly number[];
  /** How often the call is tried in all; 1 for a call that must not be repeated blindly. */
  tries?: number;
}

/** The parts of a call that has a JSON body; `fetch` takes them, too. */
export const withJson = (method: 'POST' | 'PATCH', body: object) => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

export type Http = (url: string, call: HttpCall) => Promise<Response>;

/** There was no answer, only answers that say "later", or an answer that is not from this service. */
export class Unreachable extends ToolError {
  override name = 'Unreachable';
}

const TRIES = 4;
/** Milliseconds before the second try; the wait doubles with each further try. */
const FIRST_DELAY = 500;
/** Milliseconds that a call may take, plus the time that its body takes on the slowest line. */
const TIMEOUT = 60_000;
/** Bytes per second of the slowest line that uploads must still work on. */
const SLOWEST = 16 * 1024;
/** Milliseconds: the longest wait between two tries, whatever `Retry-After` says. */
const LONGEST_WAIT = 60_000;

/** The returned function throws `Unreachable` when all tries have failed, and `ToolError` for a refusal. */
export function createHttp(options: HttpOptions): Http {
  return async (url, call) => {
    const tries = call.tries ?? TRIES;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(options, url, call);
      if (typeof answer !== 'string') {
        if (answer.ok || call.accept?.includes(answer.status)) return answer;
        if (!(await isTemporary(answer))) throw await refusal(url, answer);
      }
      if (attempt === tries) {
        const reason = typeof answer === 'string' ? answer : `it answers ${answer.status}`;
        const count = tries === 1 ? 'one try' : `${tries} tries`;
        const hint =
          options.quotaProject === null
            ? 'Start the local backend with npm start (in a second window)'
            : 'Check the internet connection';
        throw new Unreachable(
          `${new URL(url).origin} cannot be reached (${reason}, ${count}).\n` +
            `What is done is kept. ${hint},\n` +
            'then run the same command again, and it goes on from there.',
        );
      }
      await options.wait(delayOf(answer, attempt));
    }
  };
}

/** Resolves with the answer, or with the reason why there is none. */
async function send(options: HttpOptions, url: string, call: HttpCall): Promise<Response | string> {
  const { token, quotaProject } = options;
  const size = call.body?.length ?? 0;
  try {
    const response = await options.fetch(url, {
      method: call.method,
      headers: {
        ...call.headers,
        Authorization: `Bearer ${token}`,
        // Without this header calls with a token of gcloud count against gcloud's own project.
        ...(quotaProject !== null && { 'X-Goog-User-Project': quotaProject }),
      },
      signal: AbortSignal.timeout(Math.ceil(TIMEOUT + (size / SLOWEST) * 1000)),
      ...(call.body !== undefined && { body: call.body }),
    });
    // Reads the whole body here, so that an answer that breaks off counts as no answer.
    const bytes = await response.arrayBuffer();
    const { status, headers } = response;
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers });
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    // `fetch` reports a network error with a cause. An error without one is a bug of ours.
    if (cause === undefined && name !== 'TimeoutError') throw error;
    return cause?.code ?? name;
  }
}

/** 409 is also what is there already; `ABORTED` is a document that somebody else holds. */
async function isTemporary(answer: Response): Promise<boolean> {
  const { status } = answer;
  if (status === 409) return (await answer.clone().text()).includes('ABORTED');
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function delayOf(answer: Response | string, attempt: number): number {
  const retryAfter = typeof answer === 'string' ? null : answer.headers.get('retry-after');
  // `Retry-After` may also be a date, which is no number: then our own delay counts.
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const delay = Number.isFinite(seconds) ? seconds * 1000 : FIRST_DELAY * 2 ** (attempt - 1);
  return Math.min(delay, LONGEST_WAIT);
}

async function refusal(url: string, answer: Response): Promise<ToolError> {
  const { origin, pathname } = new URL(url);
  if (answer.status === 401) {
    return new ToolError(
      'Google does not accept the access token, or the token has run out (it lasts an hour). Get a new one with\n' +
        'the next line, then run the same command again, and it goes on from there:\n' +
        `  ${NEW_TOKEN}`,
    );
  }
  const said = (await answer.text()).slice(0, 300);
  // Storage also answers 403 when a token has run out.
  const hint =
    answer.status === 403
      ? ' The access token may have run out (it lasts an hour), or its account is not an owner of the project.' +
        ' Sign in as the owner, get a new token, and run the same command again.'
      : '';
  return new ToolError(
    `${origin}${pathname} refuses this call (${answer.status}).${hint}\nIt says: ${said}`,
  );
}
