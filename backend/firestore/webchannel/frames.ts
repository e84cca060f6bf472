import { invalid } from '../errors';
import { parseJson } from '../json';

/**
 * One WebChannel frame: the payload's length, a newline, the payload as JSON. The client cuts a
 * decoded string, so the length counts UTF-16 code units.
 */
export function frame(payload: unknown): string {
  const text = JSON.stringify(payload);
  return `${text.length}\n${text}`;
}

/** A message of the client with its number, which counts up from 0 within a session. */
export interface ClientMessage {
  number: number;
  message: unknown;
}

/** What a forward POST carries. */
export interface Envelope {
  /** Of the first POST: the headers that a preflight would otherwise be needed for. */
  headers: Map<string, string>;
  messages: ClientMessage[];
}

/**
 * Reads the form body of a forward POST: `headers=…&count=N&ofs=K&req0___data__={json}…`.
 * INVALID_ARGUMENT when it is not one.
 */
export function parseEnvelope(body: string): Envelope {
  const form = new URLSearchParams(body);
  const offset = Number(form.get('ofs') ?? '0');
  const count = Number(form.get('count') ?? '0');
  const messages: ClientMessage[] = [];
  for (const [name, text] of form) {
    const index = /^req(\d+)___data__$/.exec(name)?.[1];
    if (index !== undefined)
      messages.push({ number: offset + Number(index), message: parseJson(text) });
  }
  if (!Number.isInteger(offset) || messages.length !== count) {
    throw invalid(
      `The body says count=${count}, ofs=${offset} and has ${messages.length} messages.`,
    );
  }
  messages.sort((a, b) => a.number - b.number);
  return { headers: parseHeaders(form.get('headers') ?? ''), messages };
}

/** Header lines `Name:value`, each ended by CRLF; names in lower case. */
function parseHeaders(text: string): Map<string, string> {
  return new Map(
    text
      .split('\r\n')
      .filter((line) => line.includes(':'))
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
}
