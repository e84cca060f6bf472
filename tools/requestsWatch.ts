/** `npm run requests:watch`: prints each request as it comes. */
import type { Command } from './command';
import type { ToolContext } from './context';
import { ToolError } from './errors';
import type { Documents, StoredDocument } from './firestore';
import { Unreachable } from './http';
import { serviceNames, servicesOf, timeOf } from './requestsExport';

/** Milliseconds. `created` is when a request reached the server: the next to be stored may have been earlier. */
const OVERLAP = 60_000;
/** Mostly nothing is new, and the newest few tell so. */
const PAGE_SIZE = 3;

export const requestsWatch: Command = {
  summary: 'Prints the requests as they come, until Ctrl-C.',
  usage: `npm run requests:watch

  --since     first those created then (2026-05-30, 2026-05-30T09:00Z) or later
  --every     seconds between two looks, 10 unless given; a look reads ${PAGE_SIZE} documents`,
  options: { since: { type: 'string' }, every: { type: 'string' } },
  words: [0, 0],
  async run(context, args) {
    const { documents, terminal, dryRun, wait } = context;
    const every = args.text('every') ?? '10';
    if (!/^[1-9]\d{0,4}$/.test(every)) throw new ToolError(`"${every}" is no number of seconds.`);
    const since = args.text('since');
    /** Undefined until the first look has found what there is already. */
    let from = since === undefined ? undefined : timeOf(since);
    const seen = new Set<string>();
    let isAway = false;
    for (;;) {
      try {
        const found = await newerThan(documents, from);
        if (isAway) terminal.line('There again.');
        isAway = false;
        const fresh = found.filter(({ id }) => !seen.has(id));
        if (from !== undefined && fresh.length > 0) await show(context, fresh);
        for (const { id } of found) seen.add(id);
        from = Math.max(from ?? 0, ...found.map((request) => createdOf(request) - OVERLAP));
      } catch (error) {
        if (!(error instanceof Unreachable)) throw endedAt(error, from);
        if (!isAway) terminal.line(`${error.message.split('\n')[0]} Trying on.`);
        isAway = true;
      }
      if (dryRun) return;
      await wait(Number(every) * 1000);
    }
  },
};

/** The requests from a time on (the newest few, where none is given), oldest first. */
async function newerThan(documents: Documents, from?: number): Promise<StoredDocument[]> {
  const query = { orderBy: 'created desc', pageSize: PAGE_SIZE };
  const found: StoredDocument[] = [];
  for await (const request of documents.each('requests', query)) {
    from ??= createdOf(request) - OVERLAP;
    if (createdOf(request) < from) break;
    found.unshift(request);
  }
  return found;
}

async function show(context: ToolContext, requests: readonly StoredDocument[]): Promise<void> {
  const { terminal } = context;
  const names = await serviceNames(context);
  for (const request of requests) {
    const { name, phone, email, address, description } = request.fields;
    const when = new Date(createdOf(request)).toLocaleString('en-US');
    const services = servicesOf(request, names).join(', ') || 'no service chosen';
    terminal.line(`\n${when}  ${request.id}  ${name}`);
    terminal.line(`  ${phone}, ${email}, ${address}\n  ${services}\n  ${description}`);
  }
  terminal.bell();
}

/** Milliseconds since 1970; 0 for what an owner wrote by hand without a time. */
const createdOf = ({ fields }: StoredDocument) => Date.parse(String(fields['created'])) || 0;

/** An access token lasts an hour: what comes until the next one is set would not be seen. */
function endedAt(error: unknown, from: number | undefined): unknown {
  if (!(error instanceof ToolError) || from === undefined) return error;
  const since = new Date(from).toISOString();
  return new ToolError(
    `${error.message}\nTo miss none: npm run requests:watch -- --since ${since}`,
  );
}
