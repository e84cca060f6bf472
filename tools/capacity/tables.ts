/** The tables of docs/capacity.md, each between two marks of its name. */
import { ASSUMED, billOf, costOfOneLead, LEAD, readsOfVisit, type Bill, type Plan } from './model';

const VOLUMES = [1_000, 100_000, 10_000_000];
const AS_IT_IS: Plan = { snapshot: false };
const WITH_SNAPSHOT: Plan = { snapshot: true };

/** Puts the tables into the document. Throws where a mark is missing. */
export function withTables(text: string): string {
  const tables = { visit: visitTable(), bill: billTable(), lead: leadTable() };
  let result = text;
  for (const [name, table] of Object.entries(tables)) {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [from, to] = [result.indexOf(begin), result.indexOf(end)];
    if (from < 0 || to < from)
      throw new Error(`The document has lost its marks ${begin} … ${end}.`);
    result = `${result.slice(0, from + begin.length)}\n\n${table}\n\n${result.slice(to)}`;
  }
  return result;
}

function visitTable(): string {
  const reads = readsOfVisit(AS_IT_IS);
  const total = Object.values(reads).reduce((a, b) => a + b, 0);
  const rows = Object.entries(reads).map(([what, count]) => [what, number(count)]);
  return table([['what is read', 'documents'], ...rows, ['together', number(total)]]);
}

function billTable(): string {
  const columns = VOLUMES.flatMap((visits) => [
    { title: `${short(visits)} visits a day`, bill: billOf(visits, AS_IT_IS) },
    ...(visits >= 100_000
      ? [{ title: `${short(visits)}, gallery as a file`, bill: billOf(visits, WITH_SNAPSHOT) }]
      : []),
  ]);
  const row = (title: string, value: (bill: Bill) => string) => [
    title,
    ...columns.map(({ bill }) => value(bill)),
  ];
  return table([
    ['', ...columns.map(({ title }) => title)],
    row('reads a day', (bill) => short(bill.readsPerDay)),
    row('reads a second, busiest minute', (bill) => number(bill.readsPerSecondAtPeak)),
    row('open listeners, busiest minute', (bill) => short(bill.listenersAtPeak)),
    row('leads a day', (bill) => short(bill.leadsPerDay)),
    row('reads, a month', (bill) => dollars(bill.reads)),
    row('Firestore traffic, a month', (bill) => dollars(bill.firestoreOut)),
    row('pictures (Storage), a month', (bill) => dollars(bill.storage)),
    row('Hosting, a month', (bill) => dollars(bill.hosting)),
    row('leads, a month', (bill) => dollars(bill.leads)),
    row('**together, a month**', (bill) => `**${dollars(bill.total)}**`),
    row('a thousand visits', (bill) =>
      dollars((bill.total / (bill.leadsPerDay / ASSUMED.leadShare) / 30) * 1000),
    ),
  ]);
}

function leadTable(): string {
  return table([
    ['one lead with two pictures', ''],
    ['writes (create, attach)', number(LEAD.writes)],
    ['reads by the rules', number(LEAD.ruleReads)],
    ['uploads (pictures and thumbnails)', number(LEAD.uploads)],
    ['kept', `${number(LEAD.bytesKept / 1e6)} MB`],
    ['without any free quota, kept for a year', `$${costOfOneLead().toFixed(5)}`],
  ]);
}

/** As prettier writes it. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.slice(1).map(line)].join('\n');
}

function number(value: number): string {
  return value < 10 ? String(Math.round(value * 10) / 10) : Math.round(value).toLocaleString('en');
}

function short(value: number): string {
  if (value >= 1e6) return `${number(value / 1e6)} M`;
  return value >= 1e4 ? `${number(value / 1e3)} k` : number(value);
}

function dollars(value: number): string {
  return value < 10 ? `$${value.toFixed(2)}` : `$${Math.round(value).toLocaleString('en')}`;
}
