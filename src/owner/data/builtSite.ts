/** The site as it is served now, by its owner's page: another tab may be of an older build. */
import * as v from 'valibot';
import { BUILT_META, type Built } from '../../contract/built';

const Stored = v.object({
  at: v.string(),
  works: v.exactOptional(v.object({ count: v.number(), lastWritten: v.string() })),
  quotes: v.exactOptional(v.array(v.string())),
});

/** Milliseconds in which an answer is good for both: the time is asked for whenever the page is shown. */
const FRESH = 10_000;

/** `now` counts milliseconds from anywhere. */
export function createBuiltSite(ask: () => Promise<Response>, now = () => performance.now()) {
  let last: { answer: Promise<Response>; at: number } | undefined;
  const askAnew = () => {
    const answer = ask().catch((error: unknown) => {
      // The next look asks again.
      if (last?.answer === answer) last = undefined;
      throw error;
    });
    last = { answer, at: now() };
    return answer;
  };
  return {
    /** Of an answer that is asked for now. */
    headers: async () => (await askAnew()).headers,
    /** What the page says of its build. Undefined if it says nothing, as in development. */
    async built() {
      const answer = await (last && now() - last.at < FRESH ? last.answer : askAnew());
      // It may be read again.
      return builtIn(await answer.clone().text());
    },
  };
}

function builtIn(html: string): Built | undefined {
  const [, rest] = html.split(`<meta name="${BUILT_META}" content="`, 2);
  const [content] = rest?.split('"', 1) ?? [];
  if (content === undefined) return undefined;
  return v.parse(v.pipe(v.string(), v.parseJson(), Stored), decodeURIComponent(content));
}
