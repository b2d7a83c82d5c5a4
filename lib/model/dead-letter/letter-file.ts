export const EXPORT_FORMATS = ['csv', 'json', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type Cell = string | number | Date | null;

/** A value that a spreadsheet takes for a formula, full-width signs too, is text; RFC 4180 quotes do the rest. */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** The first line of a file, with a byte order mark: Excel on Windows reads a file without one as ANSI. */
export function csvHead(names: readonly string[]): string {
  return `\uFEFF${csvLine(names)}`;
}
