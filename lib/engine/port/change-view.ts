import { type GroupChange, redriveName } from '../../broker';
import { enumerated } from '../../model/language/list';
import { t } from '../../model/language/t';

/** What changed in a group, as its charts show it. */
export interface ChangeView {
  readonly at: Date;
  readonly kind: GroupChange['kind'];
  /** What changed, in one line. */
  readonly says: string;
  readonly href: string | null;
}

/** A change of a group as pages show it. */
export function toChangeView(change: GroupChange, group: string): ChangeView {
  const { at } = change;
  const path = `/groups/${encodeURIComponent(group)}`;
  switch (change.kind) {
    case 'settings': {
      const changes = change.says.length === 0 ? t('the same settings saved again') : enumerated(change.says);
      return {
        at,
        kind: 'settings',
        says: t('Configuration v{version, number} by {name}: {changes}', {
          ...{ version: change.version, name: change.by, changes },
        }),
        href: `${path}/history?version=${change.version}`,
      };
    }
    case 'app-version':
      return {
        at,
        kind: 'app-version',
        says: t('Version {version}, as reported, failed for the first time', { version: change.appVersion }),
        href: null,
      };
    case 'consumers':
      return {
        at,
        kind: 'consumers',
        says: t('Consumers: {before, number} → {now, number}', { before: change.before, now: change.now }),
        href: `${path}/clients`,
      };
    case 'throttled': {
      const says = t('{limit} began to refuse {clients, plural, one {# client} other {# clients}}', {
        limit: change.limit,
        clients: change.clients,
      });
      return { at, kind: 'throttled', says, href: '/throttling' };
    }
    case 'paused':
    case 'resumed': {
      return { at, kind: change.kind, says: pauseWords(change.kind, change.by, change.reason), href: null };
    }
    case 'redrive': {
      const name = redriveName(change.redriveId);
      return {
        at,
        kind: 'redrive',
        says: t('{redrive} by {name}: {count, plural, one {# message} other {# messages}}', {
          ...{ redrive: name, name: change.by, count: change.selected },
        }),
        href: `/redrives/${name}`,
      };
    }
  }
}

function pauseWords(kind: 'paused' | 'resumed', name: string, reason: string | null): string {
  if (kind === 'paused')
    return reason === null ? t('Paused by {name}', { name }) : t('Paused by {name}: “{reason}”', { name, reason });
  return reason === null ? t('Resumed by {name}', { name }) : t('Resumed by {name}: “{reason}”', { name, reason });
}
