/** Rows to CSV that spreadsheets open as text and never as formulas. */

/** Excel takes a file without it for the machine's own code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180 with CRLF; UTF-8 with a byte order mark, for Excel. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/**
 * A visitor's text that starts like a formula gets an apostrophe in front (OWASP, "CSV Injection"):
 * spreadsheets run what starts with = + - @ or, after trimming, with a tab or line break.
 */
function cell(text: string): string {
  const safe = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
