import { invalid } from '../firestoreErrors';
import { parseJson } from '../json';

/**
 * One WebChannel frame: the length of the payload, a newline, the payload as JSON. The length is in UTF-16 code units,
 * because the client cuts the decoded string.
 */
export function frame(payload: unknown): string {
  const text = JSON.stringify(payload);
  return `${text.length}\n${text}`;
}

/** A message from the client, with its number. Within a session the numbers count up from 0. */
export interface ClientMessage {
  number: number;
  message: unknown;
}

export interface Envelope {
  /** The first POST brings some headers in its body, because real headers would need a preflight. */
  headers: Map<string, string>;
  messages: ClientMessage[];
}

/**
 * Reads the form body of a forward POST: `headers=…&count=N&ofs=K&req0___data__={json}…`. Throws INVALID_ARGUMENT for
 * any other body.
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

/** Parses header lines `Name:value` that end with CRLF. The names become lower case. */
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
