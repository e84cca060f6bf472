/** The site as it is served now, by its owner's page: another tab may be of an older build. */
import * as v from 'valibot';
import { BUILT_META, type Built } from '../../contract/built';

const Stored = v.object({
  at: v.string(),
  works: v.exactOptional(v.object({ count: v.number(), lastWritten: v.string() })),
  quotes: v.exactOptional(v.array(v.string())),
});

export function createBuiltSite(ask: () => Promise<Response>) {
  let last: Promise<Response> | undefined;
  const askAnew = () => {
    const answer = ask().catch((error: unknown) => {
      // The next look asks again.
      if (last === answer) last = undefined;
      throw error;
    });
    last = answer;
    return answer;
  };
  return {
    headers: async () => (await askAnew()).headers,
    /** What the page says that was asked for last. Undefined if it says nothing, as in development. */
    async built() {
      const answer = await (last ?? askAnew());
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
