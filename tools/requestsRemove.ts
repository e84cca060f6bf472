import { oneLine } from '../backend/oneLine';
import { collectionOf } from '../functions/src/core/marks';
import { fieldsOf } from '../src/firebase/rest/httpCall';
import type { Arguments, Command } from './command';
import type { ToolContext } from './toolContext';
import { ToolError } from './toolErrors';
import { pool } from './pool';

/**
 * Younger requests are not removed: for 30 days a device may send pictures (storage.rules), and perhaps does not know
 * that its text has arrived.
 */
const MIN_DAYS = 30;
const DAY = 86_400_000;
/** The collections of the marks of the mails, one for each address that alerts have ever gone to. */
async function collectionsOfMarks({ documents }: ToolContext): Promise<string[]> {
  const made = Number((await documents.get('alerts/function'))?.fields['made'] ?? 1);
  return Array.from({ length: made }, (_, index) => collectionOf(index + 1));
}

export const requestsRemove: Command = {
  summary: 'Removes requests and everything stored with them.',
  usage: `npm run requests:remove -- ID [ID…]
npm run requests:remove -- --older-than 365d

  ID            the number of the request, 10 digits; several numbers can be given
  --older-than  all requests of that age or older, 365d for a year; and the marks of mails of that age whose
                request is gone
  --force       also requests younger than ${MIN_DAYS} days. Beware: a device that does not know yet that its
                request has arrived sends it again`,
  options: { 'older-than': { type: 'string' }, force: { type: 'boolean' } },
  words: { needed: [], optional: Infinity },
  async run(context, args) {
    const { terminal, dryRun, now } = context;
    const marks = await collectionsOfMarks(context);
    const ids = await chosenIds(context, args, marks);
    const found: StoredParts[] = [];
    await terminal.progress('Looking', ids.length, (advance) =>
      pool(ids, 4, async (id) => {
        const one = await storedPartsOf(context, id, marks);
        if (one.documents.length + one.files.length > 0) found.push(one);
        else terminal.line(`  ${id}  nothing is stored under this number`);
        advance();
      }),
    );
    for (const { id, created, name, documents, files } of found) {
      const what = `${documents.length} documents, ${files.length} files`;
      const [day] = created.split('T');
      terminal.line(`  ${id}  ${oneLine(day!)}  ${oneLine(name)}  ${what}`);
    }
    // A time that cannot be read counts as young.
    const isOld = ({ created }: StoredParts) =>
      created === '' || now().getTime() - Date.parse(created) >= MIN_DAYS * DAY;
    const young = found.filter((one) => !isOld(one));
    if (young.length > 0 && !args.flag('force')) {
      throw new ToolError(
        `Nothing is removed: ${young.length} of them are younger than ${MIN_DAYS} days, and their devices could send ` +
          'them again.\nLeave these out, or add --force to remove them as well.',
      );
    }
    if (!dryRun) {
      await terminal.progress('Removing', found.length, (advance) =>
        pool(found, 4, async (one) => {
          await remove(context, one);
          advance();
        }),
      );
    }
    terminal.line(`${found.length} requests ${dryRun ? 'would be' : 'are'} removed.`);
  },
};

async function chosenIds(
  { documents, now }: ToolContext,
  args: Arguments,
  collections: readonly string[],
): Promise<string[]> {
  const age = args.text('older-than');
  if ((age === undefined) === (args.words.length === 0)) {
    throw new ToolError(
      `Give either the numbers of requests or --older-than.\n\n${requestsRemove.usage}`,
    );
  }
  const wrong = args.words.find((id) => !/^[1-9]\d{9}$/.test(id));
  if (wrong !== undefined)
    throw new ToolError(`"${wrong}" is not the number of a request: that has 10 digits.`);
  if (age === undefined) return [...new Set(args.words)];
  if (!/^\d{1,5}d$/.test(age))
    throw new ToolError(`"${age}" is not an age in days. Write it like 365d.`);
  const latest = now().getTime() - Number.parseInt(age) * DAY;
  // The marks are listed first, so that no mark of a request that arrives meanwhile seems to be without a request.
  const marks = (await Promise.all(collections.map((path) => documents.list(path)))).flat();
  const requests = await documents.list('requests');
  const existing = new Set(requests.map(({ id }) => id));
  const isMarkOld = (mark: unknown) => Number(fieldsOf(mark)['since']) <= latest;
  const oldRequests = requests.filter(
    ({ fields }) => Date.parse(String(fields['created'])) <= latest,
  );
  // A mark without a request: the alerts were still running when their request was removed.
  const leftMarks = marks.filter(
    ({ id, fields }) => !existing.has(id) && Object.values(fields).some(isMarkOld),
  );
  return [...new Set([...oldRequests, ...leftMarks].map(({ id }) => id))];
}

interface StoredParts {
  id: string;
  /** ISO 8601; empty if no document has the time. */
  created: string;
  name: string;
  documents: string[];
  files: string[];
}

async function storedPartsOf(
  { documents, objects }: ToolContext,
  id: string,
  marks: readonly string[],
): Promise<StoredParts> {
  const paths = ['requests', 'uploads', ...marks].map((collection) => `${collection}/${id}`);
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
 * Removes the files first: if the command is cut off, the next run finds the rest by the documents. Then it removes
 * all documents in one commit, because only the ticket knows the receipt, and a device that finds no receipt sends
 * its request again.
 */
async function remove({ documents, objects }: ToolContext, parts: StoredParts): Promise<void> {
  for (const name of parts.files) await objects.remove(name);
  await documents.remove(parts.documents);
  // Until the ticket was removed, a device could still send another picture.
  for (const name of await objects.list(folderOf(parts.id))) await objects.remove(name);
}

const folderOf = (id: string) => `requests/${id}/`;
