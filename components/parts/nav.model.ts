import {
  Activity,
  Bell,
  Clock,
  Gauge,
  Inbox,
  KeyRound,
  Layers,
  ListTree,
  Lock,
  RotateCw,
  ScrollText,
  Search,
  Server,
  UserCheck,
  type LucideIcon,
} from 'lucide-react';
import { msg, t } from '@/lib/model/language/t';
import { type Capability, isOffered } from '@/lib/model/offers';
import { engineIn, inWorkspace, withoutWorkspace, workspaceOf } from '@/lib/model/workspace';
import type { NavCountName } from '@/lib/console/operations/problems/views';

export interface NavEntry {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Second key after g. */
  readonly key: string;
  /** The number beside its name. */
  readonly count?: NavCountName;
  /** What the page is about, where one of the engines lacks it. */
  readonly needs?: Capability;
}

/** Only pages that work are listed, in on-call order. */
export const navEntries: readonly NavEntry[] = [
  { href: '/', label: msg('Now'), icon: Activity, key: 'n', count: 'problems' },
  { href: '/groups', label: msg('Groups'), icon: Layers, key: 'g' },
  { href: '/retries', label: msg('Retries'), icon: Clock, key: 'e', needs: 'retries' },
  { href: '/keys', label: msg('Blocked keys'), icon: Lock, key: 'k', count: 'blockedKeys', needs: 'blocked-keys' },
  { href: '/topics', label: msg('Topics'), icon: ListTree, key: 'o' },
  { href: '/messages', label: msg('Messages'), icon: Search, key: 'm' },
  { href: '/dead-letters', label: msg('Dead letters'), icon: Inbox, key: 'd', count: 'deadLetters' },
  { href: '/redrives', label: msg('Re-drives'), icon: RotateCw, key: 'r', count: 'redrives' },
  { href: '/brokers', label: msg('Brokers'), icon: Server, key: 'b', needs: 'brokers' },
  { href: '/access', label: msg('Access'), icon: KeyRound, key: 'c', needs: 'brokers' },
  { href: '/throttling', label: msg('Throttling'), icon: Gauge, key: 't', count: 'throttled' },
  { href: '/alarms', label: msg('Alarms'), icon: Bell, key: 'a', count: 'alarms' },
  { href: '/approvals', label: msg('Approvals'), icon: UserCheck, key: 'v', needs: 'installation' },
  { href: '/audit', label: msg('Audit'), icon: ScrollText, key: 'u' },
];

/** Of the console itself, with and without a broker of its own. */
const OF_CONSOLE = new Set(['/', '/alarms', '/approvals', '/audit']);
const OF_BROKER = ['/redirects', '/settings/access-keys', '/settings/sending-retry', '/settings/practice'];

interface ShownEntry extends NavEntry {
  /** The label in English, which people search by too. */
  readonly english: string;
}

/** The pages of a workspace. @param hasBroker false: this installation serves no clients itself */
export function navEntriesOf(workspace: string | null, hasBroker = true): readonly ShownEntry[] {
  const offered = navEntries
    .filter(({ needs }) => isOffered(engineIn(workspace), needs))
    .map((entry) => ({ ...entry, label: t(entry.label), english: entry.label }));
  if (workspace === null) return offered.filter(({ href }) => hasBroker || OF_CONSOLE.has(href));
  return offered.map((entry) => ({ ...entry, href: inWorkspace(workspace, entry.href === '/' ? '' : entry.href) }));
}

/** Whether an address of this installation shows what only its own broker has. */
export function isOfBroker(href: string): boolean {
  const path = href.replace(/\?.*$/, '');
  return [...navEntries.map((entry) => entry.href), ...OF_BROKER].some(
    (root) => !OF_CONSOLE.has(root) && (path === root || path.startsWith(`${root}/`)),
  );
}

export function isCurrent(href: string, pathname: string): boolean {
  // "Now" of a workspace begins as every page of it.
  return pathname === href || (withoutWorkspace(href) !== '/' && pathname.startsWith(`${href}/`));
}

export interface Crumb {
  readonly href: string;
  readonly label: string;
}

/** Pages of the settings, by the end of their address. */
export const SETTINGS_TITLES = {
  'access-keys': msg('Access keys'),
  approvals: msg('Approvals'),
  clusters: msg('Clusters'),
  'dead-letters': msg('Dead-letter retention'),
  'lite-topics': msg('Lite topics'),
  masking: msg('Body masking'),
  practice: msg('Practice data'),
  security: msg('Security check'),
  'sending-retry': msg('Sending retry'),
  'sign-in': msg('Sign-in rules'),
  teams: msg('Teams'),
  tokens: msg('API tokens'),
  traces: msg('Tracing'),
  users: msg('Users'),
} as const;

const settingsTitles: ReadonlyMap<string, string> = new Map(Object.entries(SETTINGS_TITLES));

/** A map: a group may be called "constructor", and an object has words of its own for that. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(navEntries.map((entry) => [entry.href.slice(1), entry.label])),
    settings: msg('Settings'),
    new: msg('New'),
    config: msg('Configuration'),
    retries: msg('Retries'),
    keys: msg('Blocked keys'),
    clients: msg('Clients'),
    history: msg('History'),
    handover: msg('Handover'),
    connect: msg('Connect'),
    redirects: msg('Redirects'),
    'lite-topics': msg('Lite topics'),
    scheduled: msg('Scheduled'),
    channels: msg('Channels'),
    transactions: msg('Transactions'),
  }),
);

/** Crumbs from the address: known segments get their title, names are shown as they are, long ids shortened. */
export function crumbsOf(pathname: string): Crumb[] {
  const workspace = workspaceOf(pathname);
  if (withoutWorkspace(pathname) === '/') return [{ href: pathname, label: t('Now') }];
  const segments = withoutWorkspace(pathname)
    .split('/')
    .filter((segment) => segment !== '');
  const crumbs = segments.map((segment, index) => ({
    href: inWorkspace(workspace, `/${segments.slice(0, index + 1).join('/')}`),
    // A fingerprint says nothing: its page says what it is called, see useCrumbs.
    label: segments[index - 1] === 'causes' ? t('Cause') : labelOf(segment, segments[index - 1]),
  }));
  // No page of its own.
  return crumbs.filter(({ href }) => withoutWorkspace(href) !== '/dead-letters/causes');
}

function labelOf(segment: string, parent: string | undefined): string {
  const known = (parent === 'settings' ? settingsTitles : words).get(segment);
  return known === undefined ? wordsOf(parent, decode(segment)) : t(known);
}

/** A number alone says nothing. */
function wordsOf(parent: string | undefined, name: string): string {
  if (!/^\d+$/.test(name)) return shorten(name);
  return parent === 'redrives' ? `RD-${name}` : parent === 'alarms' ? t('Alarm {id}', { id: name }) : shorten(name);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function shorten(name: string): string {
  return name.length > 36 ? `${name.slice(0, 12)}…${name.slice(-8)}` : name;
}

/** "ana.lindqvist@example.com" → "AL". */
export function initialsOf(name: string): string {
  const parts = (name.split('@')[0] ?? '').split(/[.\-_\s]+/).filter((part) => part !== '');
  const letters = parts.length > 1 ? `${parts[0]?.[0] ?? ''}${parts[1]?.[0] ?? ''}` : (parts[0] ?? '?').slice(0, 2);
  return letters.toUpperCase();
}
