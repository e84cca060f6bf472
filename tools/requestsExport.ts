import { existsSync, statSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { oneLine } from '../backend/oneLine';
import { cleanText } from '../src/domain/cleanText';
import { TEXT_FIELD_NAMES } from '../src/domain/requestFields';
import { fieldsOf } from '../src/firebase/rest/httpCall';
import { parseServiceTypes } from '../src/firebase/rest/parseDocuments';
import type { Command } from './command';
import type { ToolContext } from './toolContext';
import { dateOf } from './dates';
import { ToolError } from './toolErrors';
import type { StoredDocument } from './ownerDocuments';
import { pool } from './pool';

export const requestsExport: Command = {
  summary: 'Saves the requests of your visitors as a table (CSV), with their pictures.',
  usage: `npm run requests:export -- FOLDER

  FOLDER         the folder to save into: it gets requests.csv (open it with Excel) and the folder pictures;
                 pictures that are there already are not fetched again
  --since        only requests of this day or later, such as 2026-05-30
  --no-pictures  only the table`,
  options: { since: { type: 'string' }, 'no-pictures': { type: 'boolean' } },
  words: { needed: ['FOLDER'] },
  async run(context, args) {
    const { documents, terminal, dryRun } = context;
    const folder = args.words[0]!;
    if (statSync(folder, { throwIfNoEntry: false })?.isFile()) {
      throw new ToolError(
        `${folder} is a file. Name a folder instead; it is made if it does not exist.`,
      );
    }
    const since = dateOf(args.text('since') ?? '1970-01-01').getTime();
    const stored = await documents.list('requests', 'created');
    const requests = stored.filter(({ fields }) => Date.parse(String(fields['created'])) >= since);
    const wanted = args.flag('no-pictures') ? [] : requests.flatMap(picturesOf);
    const missing = wanted.filter(({ place }) => !existsSync(path.join(folder, place)));
    terminal.line(
      `${requests.length} requests, ${wanted.length} pictures, ${missing.length} of them still to be fetched`,
    );
    if (dryRun) return;
    await mkdir(folder, { recursive: true });
    await writeWhole(path.join(folder, 'requests.csv'), await csvOf(context, requests));
    const gone = await fetchPictures(context, folder, missing);
    for (const { ref } of gone) terminal.line(`  no longer stored, so left out: ${oneLine(ref)}`);
    terminal.line(`Saved. Open ${path.join(folder, 'requests.csv')}`);
  },
};

async function csvOf({ documents }: ToolContext, requests: StoredDocument[]): Promise<string> {
  const tickets = new Map(
    (await documents.list('uploads', 'created')).map(({ id, fields }) => [id, fields]),
  );
  const names = await serviceNames({ documents });
  return toCsv([
    COLUMNS,
    ...requests.map((request) => toRow(request, names, tickets.get(request.id))),
  ]);
}

/** The names of the service types, by id. */
async function serviceNames({
  documents,
}: Pick<ToolContext, 'documents'>): Promise<Map<string, string>> {
  const configuration = await documents.get('configurations/configurations');
  const types = parseServiceTypes(configuration?.fields ?? {});
  return new Map(types.map(({ id, name }) => [id, name]));
}

/** Resolves with the pictures that the bucket no longer has. */
async function fetchPictures(
  { objects, terminal }: ToolContext,
  folder: string,
  pictures: readonly RequestPicture[],
): Promise<RequestPicture[]> {
  const gone: RequestPicture[] = [];
  await terminal.progress('Fetching pictures', pictures.length, (advance) =>
    pool(pictures, 4, async (picture) => {
      const bytes = await objects.download(picture.ref);
      const file = path.join(folder, picture.place);
      await mkdir(path.dirname(file), { recursive: true });
      if (bytes) await writeWhole(file, bytes);
      else gone.push(picture);
      advance();
    }),
  );
  return gone;
}

/** Writes under another name first: a file under its final name is always complete, so the next run skips it. */
async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const part = `${file}.part`;
  await writeFile(part, content, { mode: 0o600 });
  await rename(part, file);
}

const COLUMNS = [
  'id',
  'created',
  'status',
  ...TEXT_FIELD_NAMES,
  'services',
  'pictures',
  // Both help to tell a program from a visitor: few seconds in the form, or text in a field that nobody sees.
  'seconds',
  'honeypot',
] as const;

function toRow(
  request: StoredDocument,
  names: ReadonlyMap<string, string>,
  ticket: StoredDocument['fields'] = {},
): string[] {
  const { fields } = request;
  const text = (name: string) => (fields[name] == null ? '' : String(fields[name]));
  const services = servicesOf(request, names);
  const pictures = picturesOf(request).map(({ place }) => place);
  return [
    request.id,
    ...['created', 'status'].map(text),
    // Earlier versions of the site have stored the texts as they were typed.
    ...TEXT_FIELD_NAMES.map((name) => cleanText(name, text(name))),
    services.join('; '),
    pictures.join('; '),
    ...['seconds', 'honeypot'].map((name) => String(ticket[name] ?? '')),
  ];
}

/** The names of the chosen services; a service type that no longer exists is shown by its id. */
function servicesOf({ fields }: StoredDocument, names: ReadonlyMap<string, string>): string[] {
  return listOf(fields['categories']).map((id) => names.get(String(id)) ?? String(id));
}

interface RequestPicture {
  /** The name of the object in the bucket. */
  ref: string;
  /** The path of the saved file below the export's folder, with slashes. */
  place: string;
}

/** The request's pictures. A name outside this request's folder is left out: visitors wrote these names. */
function picturesOf({ id, fields }: StoredDocument): RequestPicture[] {
  return listOf(fields['files']).flatMap((file) => {
    const { ref } = fieldsOf(file);
    const match = /^requests\/(?<folder>\d{10})\/(?<file>[A-Za-z0-9]{10}\.[a-z]{3,4})$/.exec(
      String(ref),
    );
    if (match?.groups?.['folder'] !== id) return [];
    return [{ ref: match[0], place: `pictures/${id}/${match.groups['file']}` }];
  });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The mark without which Excel reads the file in the machine's own code page, not as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180 with CRLF; UTF-8 with a byte order mark, for Excel. */
function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** What spreadsheets take for a debt, a share, an hour, a day or a yes: `(404)5550134`, `5%`, `5pm`, `1/2`, `May 5`, `true`. */
const NO_TEXT = [
  /^\$?\(\$?[\d.,]+\)\d*$/,
  /^(?:\$[\d.,]+|[\d.,]+ ?%|[\d.,]+e\d+)$/i,
  /^\d{1,2}(?::\d{2}){0,2} ?[ap]\.?m?\.?$|^\d{1,2}(?::\d{2}){1,2}$/i,
  /^\d{1,4}([-/.])\d{1,2}(?:\1\d{1,4})?$/,
  /^(?:\d{1,4}[- ])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:[-, ]{1,2}\d{1,4}){0,2}$/i,
  /^(?:true|false)$/i,
];

/** Digits that a spreadsheet would show as another number: with zeros at an end, or more than eleven; and `NO_TEXT`. */
const isAltered = (text: string): boolean =>
  (/^\d+(?:\.\d+)?$/.test(text) && (text.length > 11 || String(Number(text)) !== text)) ||
  NO_TEXT.some((pattern) => pattern.test(text.trim()));

/**
 * Puts an apostrophe in front of digits that would be altered, and of a visitor's text that starts like a formula (OWASP,
 * "CSV Injection"): spreadsheets run a text that starts with = + - @, also after blanks and characters that nobody sees, or
 * with a tab or line break. Every cell is quoted: LibreOffice also divides at semicolons and tabs, and what stands behind one
 * would start a cell. Inside a cell the visitor's words stay as they are.
 */
function cell(text: string): string {
  const isFormula = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(text);
  const safe = isFormula || isAltered(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
