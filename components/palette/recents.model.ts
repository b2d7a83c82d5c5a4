import { msg, t } from '@/lib/model/language/t';

export interface Recent {
  readonly title: string;
  readonly says: string;
  readonly href: string;
}

const VISITED: Readonly<Record<string, string>> = {
  messages: msg('message'),
  groups: msg('group'),
  topics: msg('topic'),
  redrives: msg('re-drive'),
  alarms: msg('alarm'),
};
const NOT_ITS_OWN: ReadonlySet<string> = new Set(['new', 'channels']);
export const MOST_RECENTS = 5;

/** The thing whose page an address is; null: a list, or a page of its own kind. */
export function recentOf(pathname: string): Recent | null {
  const [kind = '', name = ''] = pathname.split('/').filter((part) => part !== '');
  const says = VISITED[kind];
  if (says === undefined || name === '' || NOT_ITS_OWN.has(name)) return null;
  const title = kind === 'redrives' ? `RD-${name}` : kind === 'alarms' ? t('Alarm {id}', { id: name }) : decode(name);
  return title === null ? null : { title, says, href: `/${kind}/${name}` };
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

export function withRecent(recents: readonly Recent[], recent: Recent): readonly Recent[] {
  return [recent, ...recents.filter(({ href }) => href !== recent.href)].slice(0, MOST_RECENTS);
}
