import { msg, t } from '@/lib/model/language/t';
import { foundBadge, foundGroup, foundSentence } from '@/components/find/found.model';
import { causeHref, messageHref, topicHref, typeWord } from '@/components/parts/names';
import { navEntriesOf, SETTINGS_TITLES } from '@/components/parts/nav.model';
import { engineIn, type EngineKind } from '@/lib/model/workspace';
import type { DisplayState } from '@/components/ui/state-badge';
import { parseClassicName } from '@/lib/model/classic-names';
import { hasWords, placeIn } from '@/lib/model/language/search';
import { looksLikeMessageId } from '@/lib/model/message/message-id';
import { MESSAGE_TYPES } from '@/lib/model/topic/topic';
import type { SuggestedView, SuggestionsView, ThingView } from '@/lib/console/operations/messages/views';
import type { Recent } from './recents.model';

export type EntryKind = 'message' | 'group' | 'topic' | 'cause' | 'redrive' | 'page' | 'action' | 'recent';

/** One line of the palette; all of them lead somewhere, and none of them changes anything. */
export interface PaletteEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly section: string;
  readonly title: string;
  readonly says: string;
  /** When it was stored. */
  readonly at?: string;
  readonly badge?: { readonly state: DisplayState; readonly label?: string };
  /** At the right end. */
  readonly end?: string;
  readonly href: string;
}

interface Page {
  readonly label: string;
  readonly href: string;
  readonly also: string;
}

/** Other words for pages of the settings. */
const ALSO: Partial<Readonly<Record<keyof typeof SETTINGS_TITLES, string>>> = {
  'access-keys': msg('acl rights producer consumer'),
  tokens: msg('automation http'),
  users: msg('accounts roles operators'),
};

/** Of this installation, whatever workspace one looks at. */
const OF_ALL: readonly Page[] = [
  { label: msg('Settings'), href: '/settings', also: msg('account password sessions') },
  ...Object.entries(SETTINGS_TITLES).map(([slug, label]) => ({
    ...{ label, href: `/settings/${slug}`, also: ALSO[slug as keyof typeof SETTINGS_TITLES] ?? '' },
  })),
  { label: msg('Notification channels'), href: '/alarms/channels', also: msg('alarm webhook slack mail') },
  { label: msg('Manual'), href: '/help', also: '' },
];
const REDIRECTS: Page = { label: msg('Redirects'), href: '/redirects', also: '' };
const HANDOVER: Page = { label: msg('Handover'), href: '/handover', also: '' };

function pagesOf(workspace: string | null): readonly Page[] {
  const more = [...(workspace === null ? [REDIRECTS] : []), HANDOVER, ...OF_ALL];
  return [
    ...navEntriesOf(workspace).map(({ label, href, english }) => ({ label, href, also: english })),
    ...more.map((page) => ({ ...page, label: t(page.label), also: inBoth(page) })),
  ];
}

/** People type English names too. */
function inBoth({ label, also }: { readonly label: string; readonly also: string }): string {
  return also === '' ? label : `${label} ${also} ${t(also)}`;
}

interface Action {
  readonly label: string;
  /** Null: there is no such page there. */
  readonly says: Readonly<Record<EngineKind, string | null>>;
  readonly end: string;
  readonly also: string;
  readonly href: (text: string) => string;
  /** Offered for any text, not only for its name. */
  readonly always: boolean;
}

const ACTIONS: readonly Action[] = [
  {
    label: msg('Look in Messages'),
    says: {
      embedded: msg('every message with exactly this id or key, in any state'),
      cluster: msg('searches the brokers, in the topic that you choose'),
    },
    end: msg('opens Messages'),
    also: msg('find search key id'),
    href: (text) => `/messages?q=${encodeURIComponent(text)}`,
    always: true,
  },
  {
    label: msg('Re-drive by key…'),
    says: {
      embedded: msg('the dead letters with this key, to plan from'),
      cluster: msg('the dead letters with this key, to plan from'),
    },
    end: msg('opens Dead letters'),
    also: msg('retry redrive'),
    href: (text) => `/dead-letters?key=${encodeURIComponent(text)}`,
    always: true,
  },
  {
    label: msg('Send a test message…'),
    says: { embedded: msg('to a topic, marked as a test'), cluster: null },
    end: msg('operator'),
    also: msg('produce publish'),
    href: () => '/topics?send=1',
    always: false,
  },
  {
    label: msg('New group…'),
    says: { embedded: msg('with its retry policy'), cluster: msg('on every broker, with its retry policy') },
    end: msg('operator'),
    also: msg('create consumer'),
    href: () => '/groups/new',
    always: false,
  },
  {
    label: msg('New topic…'),
    says: { embedded: msg('normal, FIFO, delay, transaction or priority'), cluster: msg('on every broker') },
    end: msg('operator'),
    also: msg('create'),
    href: () => '/topics?new=1',
    always: false,
  },
];

const MOST_PAGES = 4;

/** Everything the palette shows for a text, best first. */
export function entriesOf(
  text: string,
  found: SuggestionsView | undefined,
  recents: readonly Recent[],
  workspace: string | null,
): readonly PaletteEntry[] {
  const allPages = pagesOf(workspace);
  const given = text.trim();
  if (given === '')
    return [
      ...recents.map(ofRecent),
      ...(found?.beginning ?? []).map((row) => ofMessage(row, t('Newest messages'))),
      ...allPages.slice(0, 8).map(ofPage),
    ];
  const pages = allPages.filter(({ label, also }) => hasWords(`${label} ${also}`, given)).slice(0, MOST_PAGES);
  // In a cluster it is the name of a topic.
  if (workspace === null && parseClassicName(given) !== null)
    return [
      {
        id: 'classic',
        kind: msg('topic'),
        section: t('RocketMQ name'),
        title: given,
        says: t('what it stands for here'),
        href: topicHref(given),
      },
    ];
  const isName = pages.length > 0 && (found === undefined || found.exact.length === 0);
  const messages = [
    ...(found?.exact ?? []).map((row) =>
      ofMessage(row, row.matched === null ? t('Message with exactly this id') : t('Messages with exactly this key')),
    ),
    ...(found?.beginning ?? []).map((row) => ofMessage(row, t('Messages whose key or id begins with it'))),
    ...(workspace === null ? [] : ofAnyId(given, found)),
  ];
  const rest = [
    ...(found?.things ?? []).map(ofThing),
    ...ACTIONS.filter((action) => action.always || hasWords(`${t(action.label)} ${inBoth(action)}`, given)).flatMap(
      (action) => ofAction(action, given, engineIn(workspace)),
    ),
  ];
  return isName ? [...pages.map(ofPage), ...messages, ...rest] : [...messages, ...rest, ...pages.map(ofPage)];
}

function ofMessage(row: SuggestedView, section: string): PaletteEntry {
  const place = row.offset ?? 'outside';
  return {
    id: `message ${section} ${row.topic} ${row.queueNo} ${place} ${row.messageId}`,
    kind: msg('message'),
    section,
    title: row.matched ?? row.keys[0] ?? row.messageId,
    says: `${row.topic} · ${foundSentence(row)}`,
    at: row.storedAt,
    badge: foundBadge(row),
    href: messageHref(row.messageId, foundGroup(row)),
  };
}

/** Only the brokers know whether there is such a message: its page asks them. */
function ofAnyId(text: string, found: SuggestionsView | undefined): readonly PaletteEntry[] {
  if (!looksLikeMessageId(text) || found?.exact.some(({ messageId }) => messageId === text) === true) return [];
  const section = t('Message with exactly this id');
  const says = t('open its page to search the brokers');
  return [{ id: `id ${text}`, kind: 'message', section, title: text, says, href: messageHref(text) }];
}

function ofThing(thing: ThingView): PaletteEntry {
  const { kind, name, at, group } = thing;
  const base = {
    id: `${kind} ${at} ${group ?? ''}`,
    kind,
    section: t('Groups, topics, causes, re-drives'),
    title: name,
    says: thingWords(thing),
  };
  switch (kind) {
    case 'group':
      return { ...base, href: `/groups/${encodeURIComponent(at)}` };
    case 'topic':
      return { ...base, href: topicHref(at) };
    case 'cause':
      return { ...base, href: causeHref({ key: at, group: group ?? '' }) };
    case 'redrive':
      return { ...base, href: `/redrives/${encodeURIComponent(at)}` };
  }
}

function thingWords({ kind, group, detail, reason }: ThingView): string {
  switch (kind) {
    case 'group':
      return detail === 'ordered' ? t('ordered group') : t('group');
    case 'topic': {
      const type = MESSAGE_TYPES.find((each) => each === detail);
      return type === undefined ? t('topic') : `${t('topic')} · ${typeWord(type)}`;
    }
    case 'cause':
      return t('failure cause in {group}', { group: group ?? '' });
    case 'redrive': {
      const state = t(
        '{state, select, running {running} paused {paused} stopped {stopped} cancelled {cancelled} other {finished}}',
        { state: detail ?? '' },
      );
      return `${group ?? ''} · ${state} · ${reason ?? ''}`;
    }
  }
}

function ofPage({ label, href }: Page): PaletteEntry {
  return { id: `page ${href}`, kind: 'page', section: t('Pages'), title: label, says: '', href };
}

function ofAction({ label, says, end, href }: Action, text: string, engine: EngineKind): readonly PaletteEntry[] {
  const there = says[engine];
  if (there === null) return [];
  const entry = {
    id: `action ${label}`,
    kind: 'action',
    section: t('Actions'),
    title: t(label),
    says: t(there),
    end: t(end),
  } as const;
  return [{ ...entry, href: href(text) }];
}

function ofRecent({ title, says, href }: Recent): PaletteEntry {
  return { id: `recent ${href}`, kind: 'recent', section: t('Recent'), title, says: t(says), href };
}

/** The part of a text that matches, for a mark; null: none. */
export function matchIn(title: string, text: string): readonly [string, string, string] | null {
  const place = placeIn(title, text);
  return place && [title.slice(0, place[0]), title.slice(...place), title.slice(place[1])];
}

const KINDS: readonly (EntryKind | null)[] = [null, 'message', 'group', 'topic', 'cause', 'redrive', 'page', 'action'];

/** Tab shows one kind alone: the next one of which there is something. */
export function nextKind(entries: readonly PaletteEntry[], kind: EntryKind | null, back: boolean): EntryKind | null {
  const present = KINDS.filter((each) => each === null || entries.some((entry) => entry.kind === each));
  const at = present.indexOf(kind);
  return present[(at + (back ? -1 : 1) + present.length) % present.length] ?? null;
}

/** "about" never, "at least" when the count stopped. */
export function foundWords(
  found: SuggestionsView | undefined,
  text: string,
  mostCounted: number,
  workspace: string | null,
): string {
  if (found === undefined || text.trim() === '') return '';
  if (found.keys >= mostCounted) return t('at least {count, number} keys begin with this', { count: mostCounted });
  if (found.keys > 0)
    return t('{count, plural, one {# message has a key} other {# messages have keys}} like this', {
      count: found.keys,
    });
  return found.exact.length + found.beginning.length === 0
    ? workspace === null
      ? t('no message')
      : t('no dead letter')
    : '';
}
