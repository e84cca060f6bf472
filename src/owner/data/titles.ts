/**
 * The reviews and the quotes with the titles of their works: a title that came later would move what stands below it.
 */
import { log } from '../../lib/log';
import type { FirstReads } from './firstReads';

export function withTitles(documents: FirstReads) {
  /** What was read is not read again. A work that is gone may come back. */
  const known = new Map<string, string>();
  const readTitles = async (works: readonly string[]) => {
    const unknown = [...new Set(works)].filter((work) => !known.has(work));
    if (unknown.length === 0) return;
    for (const [work, title] of await documents.titlesOf(unknown)) known.set(work, title);
  };
  /** Where the titles cannot be read, the same without them. */
  const titled = async <Item>(items: Item[], workOf: (item: Item) => string | undefined) => {
    const works = items.flatMap((item) => workOf(item) ?? []);
    try {
      await readTitles(works);
    } catch (error) {
      log('The titles of works could not be read.', error);
      return items;
    }
    return items.map((item) => ({ ...item, title: known.get(workOf(item) ?? '') ?? null }));
  };
  const workOf = ({ work }: { work: string }) => work;
  return {
    ...documents,
    async reviews(after?: unknown) {
      const page = await documents.reviews(after);
      return { ...page, items: await titled(page.items, workOf) };
    },
    async takenDown(after?: unknown) {
      const page = await documents.takenDown(after);
      return { ...page, items: await titled(page.items, workOf) };
    },
    quotes: async () => titled(await documents.quotes(), ({ name }) => name?.work),
  };
}

export type ListedDocuments = ReturnType<typeof withTitles>;
