/**
 * One cursor for all lists of a page. A row is what has `data-row`: a row of a table, or the link of a line. The cursor
 * is the focus itself, so Enter, Tab and screen readers begin at it; where it was stays known while the focus is away.
 */
const ROW = '#main [data-row]';
/** What rows belong together. */
const LIST = 'table, ol, ul, [role=list], [data-list]';

let cursor: HTMLElement | null = null;
/** Where it was, should its row leave the list. */
let place: { readonly list: Element | null; readonly index: number } = { list: null, index: -1 };
const listeners = new Set<() => void>();

/** Called by the shell for every focus. */
export function followFocus(target: EventTarget | null): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  if (row === null || !row.matches(ROW)) return;
  const list = row.closest(LIST);
  cursor = row;
  place = { list, index: rowsOf(list).indexOf(row) };
  for (const listener of listeners) listener();
}

export function subscribeCursor(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the row under the cursor, when that is one of this list. */
export function cursorIn(list: Element | null): string | null {
  return cursor !== null && list !== null && list.contains(cursor) ? (cursor.dataset['row'] ?? null) : null;
}

/** The next row; from the last one of a list to the first one of the next list. */
export function moveCursor(step: 1 | -1): void {
  const rows = shownRows();
  const at = indexIn(rows);
  if (at.on) focusRow(rows[clamp(at.index + step, rows.length)]);
  else focusRow(rows[clamp(step > 0 ? at.index : at.index - 1, rows.length)]);
}

/** The first row of the next list, or of the one before; from within a list, back is to its own first row. */
export function moveToList(step: 1 | -1): void {
  const rows = shownRows();
  const firsts = rows.filter((row, index) => index === 0 || row.closest(LIST) !== rows[index - 1]?.closest(LIST));
  const at = indexIn(rows);
  const index = at.on ? at.index : at.index - 1;
  const target =
    step > 0 ? firsts.find((row) => rows.indexOf(row) > index) : firsts.findLast((row) => rows.indexOf(row) < index);
  focusRow(target ?? (step > 0 ? firsts.at(-1) : firsts[0]));
}

/** False: there is no row. */
export function enterFirstList(): boolean {
  const rows = shownRows();
  const row = rows.find((each) => each.getAttribute('aria-current') === 'true') ?? rows[0];
  focusRow(row);
  return row !== undefined;
}

/** Where the cursor is among all rows. Before the first move it is on what is shown beside the list, or before all. */
function indexIn(rows: readonly HTMLElement[]): { readonly index: number; readonly on: boolean } {
  const on = cursor === null ? -1 : rows.indexOf(cursor);
  if (on >= 0) return { index: on, on: true };
  // its row has left: what came after it stands in its place
  const same = rows.findIndex((row) => row.closest(LIST) === place.list);
  if (same >= 0 && place.list?.isConnected === true) return { index: same + Math.max(0, place.index), on: false };
  const shown = rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
  return shown >= 0 ? { index: shown, on: true } : { index: 0, on: false };
}

function shownRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROW)].filter((row) => row.getClientRects().length > 0);
}

function rowsOf(list: Element | null): Element[] {
  return list === null ? [] : [...list.querySelectorAll('[data-row]')];
}

function focusRow(row: HTMLElement | undefined): void {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}
