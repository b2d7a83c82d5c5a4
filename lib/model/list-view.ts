import { LETTER_CONDITIONS } from './dead-letter/letter-filter';

/** The conditions of the retries list, as pages have them in their address. */
export const RETRY_FILTERS = ['attempts', 'cause', 'key', 'older', 'dies', 'last', 'held', 'dueFrom', 'dueTo'] as const;

/**
 * Every list that can be kept as a view, with the names of its filters in an address. A list that is shown for one group
 * and for all is one.
 */
export const LISTS = {
  groups: ['q', 'state', 'order'],
  topics: ['q', 'type'],
  messages: ['q', 'id', 'key', 'property', 'topic', 'from', 'to', 'state'],
  'topic-messages': ['broker', 'queue', 'offset', 'from', 'to', 'property'],
  retries: [...RETRY_FILTERS, 'ahead'],
  keys: [],
  'dead-letters': ['group', ...LETTER_CONDITIONS, 'groupBy'],
  redrives: ['group', 'state'],
  'redrive-items': ['show'],
  clients: ['show'],
  audit: ['actor', 'action', 'target'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as [ListName, ...ListName[]];

/** What a view keeps besides filters: the order of rows, and which columns are shown. */
const OF_EVERY_LIST = ['sort', 'cols'] as const;

/** The name of the view in an address. Who opens it without having the view sees the same rows under the same name. */
export const VIEW_PARAM = 'view';
/** Names the list as it comes, also where another view is the first one. */
export const STANDARD_VIEW = 'standard';

export const VIEW_LIMITS = { nameChars: 60, queryChars: 2_000, ofOneList: 50 } as const;

/** One of an operator's own. */
export interface SavedView {
  readonly viewId: number;
  readonly name: string;
  /** Filters, order and columns, as in an address; in the order of LISTS. */
  readonly query: string;
  /** The list opens with it. */
  readonly isDefault: boolean;
}

/** What of an address belongs to a view: not the page of rows, not what is open beside them. */
export function viewQuery(list: ListName, given: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of [...LISTS[list], ...OF_EVERY_LIST]) {
    const value = given.get(name);
    if (value !== null && value !== '') kept.set(name, value);
  }
  return kept.toString();
}

/** The address of a view, after the "?". */
export function viewAddress(view: Pick<SavedView, 'name' | 'query'>): string {
  const params = new URLSearchParams(view.query);
  params.set(VIEW_PARAM, view.name);
  return params.toString();
}
