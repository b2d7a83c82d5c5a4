/** Which rows are selected. "matching" is a scope of its own: everything the filter matches, loaded or not. */
export type SelectionScope = 'none' | 'rows' | 'matching';

export interface SelectionState {
  readonly scope: SelectionScope;
  readonly ids: ReadonlySet<string>;
  /** Where a shift-range starts. */
  readonly anchor: string | null;
}

export const nothingSelected: SelectionState = { scope: 'none', ids: new Set(), anchor: null };

function ofIds(ids: ReadonlySet<string>, anchor: string | null): SelectionState {
  return ids.size === 0 ? nothingSelected : { scope: 'rows', ids, anchor };
}

export function toggleRow(state: SelectionState, id: string): SelectionState {
  const ids = new Set(state.ids);
  if (!ids.delete(id)) ids.add(id);
  return ofIds(ids, id);
}

/** Selects everything between the anchor and `id`; without an anchor on this page it is a plain toggle. */
export function selectRange(state: SelectionState, id: string, order: readonly string[]): SelectionState {
  const from = state.anchor === null ? -1 : order.indexOf(state.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggleRow(state, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return ofIds(new Set([...state.ids, ...range]), state.anchor);
}

/** The head checkbox: all shown, or none when all shown already are. */
export function toggleShown(state: SelectionState, order: readonly string[]): SelectionState {
  const all = order.length > 0 && order.every((id) => state.ids.has(id));
  return all ? nothingSelected : ofIds(new Set([...state.ids, ...order]), null);
}

/** The separate step after all shown are selected. */
export function selectMatching(order: readonly string[]): SelectionState {
  return { scope: 'matching', ids: new Set(order), anchor: null };
}

export function shownMark(state: SelectionState, order: readonly string[]): 'all' | 'some' | 'none' {
  if (state.ids.size === 0) return 'none';
  const selected = order.filter((id) => state.ids.has(id)).length;
  if (selected === 0) return 'none';
  return selected === order.length ? 'all' : 'some';
}
