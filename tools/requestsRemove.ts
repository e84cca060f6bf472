/** `npm run requests:remove`: removes requests with all that is kept of them. */
import { fieldsOf } from '../src/firebase/rest/http';
import type { Arguments, Command } from './command';
import type { ToolContext } from './context';
import { ToolError } from './errors';
import { pool } from './pool';

/** So long a device may send pictures (storage.rules), and may well not know that its text has arrived. */
const MIN_DAYS = 30;
const DAY = 86_400_000;

export const requestsRemove: Command = {
  summary: 'Removes requests and everything stored with them.',
  usage: `npm run requests:remove -- ID [ID…]
npm run requests:remove -- --older-than 365d

  ID            the request's number
  --older-than  all requests of that age or older, and the alerts' marks of that age whose request is gone
  --force       also requests younger than ${MIN_DAYS} days: a device that does not know yet that its request
                has arrived sends it again`,
  options: { 'older-than': { type: 'string' }, force: { type: 'boolean' } },
  words: [0, Infinity],
  async run(context, args) {
    const { terminal, dryRun, now } = context;
    const ids = await chosenIds(context, args);
    const kept: Kept[] = [];
    await terminal.progress('Looking', ids.length, (advance) =>
      pool(ids, 4, async (id) => {
        const one = await keptOf(context, id);
        if (one.documents.length + one.files.length > 0) kept.push(one);
        else terminal.line(`  ${id}  nothing of it is stored`);
        advance();
      }),
    );
    for (const { id, created, name, documents, files } of kept) {
      const what = `${documents.length} documents, ${files.length} files`;
      terminal.line(`  ${id}  ${created.slice(0, 10)}  ${name}  ${what}`);
    }
    const young = kept.filter(
      ({ created }) => created !== '' && !(now().getTime() - Date.parse(created) >= MIN_DAYS * DAY),
    );
    if (young.length > 0 && !args.flag('force')) {
      throw new ToolError(
        `${young.length} of them are younger than ${MIN_DAYS} days, and their devices could send them again.\n` +
          'Nothing is removed. --force removes these, too.',
      );
    }
    if (!dryRun) {
      await terminal.progress('Removing', kept.length, (advance) =>
        pool(kept, 4, async (one) => {
          await remove(context, one);
          advance();
        }),
      );
    }
    terminal.line(`${kept.length} requests ${dryRun ? 'would be' : 'are'} removed.`);
  },
};

async function chosenIds({ documents, now }: ToolContext, args: Arguments): Promise<string[]> {
  const age = args.text('older-than');
  if ((age === undefined) === (args.words.length === 0)) {
    throw new ToolError(
      `Give the numbers of requests, or --older-than.\n\n${requestsRemove.usage}`,
    );
  }
  const wrong = args.words.find((id) => !/^[1-9]\d{9}$/.test(id));
  if (wrong !== undefined) throw new ToolError(`"${wrong}" is not the number of a request.`);
  if (age === undefined) return [...new Set(args.words)];
  if (!/^\d{1,5}d$/.test(age)) throw new ToolError(`"${age}" is not an age such as 365d.`);
  const latest = now().getTime() - Number.parseInt(age) * DAY;
  // The marks first: of a request that comes in between there is none yet.
  const marks = await documents.list('alerts');
  const requests = await documents.list('requests');
  const there = new Set(requests.map(({ id }) => id));
  return [
    ...requests.filter(({ fields }) => Date.parse(String(fields['created'])) <= latest),
    // A run of the alerts that ends after its request was removed leaves one.
    ...marks.filter(
      ({ id, fields }) =>
        !there.has(id) &&
        Object.values(fields).some((mark) => Number(fieldsOf(mark)['since']) <= latest),
    ),
  ].map(({ id }) => id);
}

/** What there is of a request. */
interface Kept {
  id: string;
  /** ISO 8601; empty where nothing says it. */
  created: string;
  name: string;
  /** Paths. */
  documents: string[];
  /** Names of objects. */
  files: string[];
}

async function keptOf({ documents, objects }: ToolContext, id: string): Promise<Kept> {
  const paths = [`requests/${id}`, `uploads/${id}`, `alerts/${id}`];
  const stored = await Promise.all(paths.map((path) => documents.get(path)));
  const [request, ticket] = stored.map((document) => document?.fields);
  const receipt = ticket?.['receipt'];
  return {
    id,
    created: String(request?.['created'] ?? ticket?.['created'] ?? ''),
    name: String(request?.['name'] ?? 'no request'),
    documents: [
      ...paths.filter((_, index) => stored[index]),
      ...(typeof receipt === 'string' ? [`receipts/${receipt}`] : []),
    ],
    files: await objects.list(folderOf(id)),
  };
}

/**
 * The files first: without its document a request is not found again after a cut. Then all documents in one
 * commit: the ticket alone knows the receipt, and a device that finds no receipt sends its request again.
 */
async function remove({ documents, objects }: ToolContext, kept: Kept): Promise<void> {
  for (const name of kept.files) await objects.remove(name);
  await documents.remove(kept.documents);
  // As long as there was a ticket, a device could send another picture.
  for (const name of await objects.list(folderOf(kept.id))) await objects.remove(name);
}

const folderOf = (id: string) => `requests/${id}/`;
