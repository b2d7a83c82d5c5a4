import { type ListName, type SavedView, STANDARD_VIEW, VIEW_PARAM, viewQuery } from '@/lib/model/list-view';

export type Saving = 'new' | 'rename' | null;

export interface ShownView {
  /** As the address names it; null: the list as it comes. */
  readonly name: string | null;
  /** Null: not one of the operator's own, or not read yet. */
  readonly own: SavedView | null;
  /** What is shown differs from what was saved. */
  readonly isChanged: boolean;
  /** What would be saved. */
  readonly query: string;
}

export function shownView(list: ListName, params: URLSearchParams, views: readonly SavedView[] | undefined): ShownView {
  const given = params.get(VIEW_PARAM);
  const name = given === null || given === '' || given === STANDARD_VIEW ? null : given;
  const query = viewQuery(list, params);
  const own = views?.find((view) => view.name === name) ?? null;
  return { name, own, isChanged: own === null ? query !== '' : own.query !== query, query };
}

/** On the button: a name of any length would push the others away. Null: the list as it comes. */
export function viewLabel(params: URLSearchParams): string | null {
  const name = params.get(VIEW_PARAM) ?? '';
  return name === '' || name === STANDARD_VIEW ? null : name.length > 24 ? `${name.slice(0, 23)}…` : name;
}
