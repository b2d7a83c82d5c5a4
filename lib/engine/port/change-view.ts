import { type GroupChange, redriveName } from '../../broker';

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
      const says = change.says.length === 0 ? 'the same settings saved again' : change.says.join('; ');
      return {
        at,
        kind: 'settings',
        says: `Configuration v${change.version} by ${change.by}: ${says}`,
        href: `${path}/history?version=${change.version}`,
      };
    }
    case 'app-version':
      return {
        at,
        kind: 'app-version',
        says: `Version ${change.appVersion}, as reported, failed for the first time`,
        href: null,
      };
    case 'consumers':
      return { at, kind: 'consumers', says: `Consumers: ${change.before} → ${change.now}`, href: `${path}/clients` };
    case 'throttled': {
      const clients = change.clients === 1 ? '1 client' : `${change.clients} clients`;
      return { at, kind: 'throttled', says: `${change.limit} began to refuse ${clients}`, href: '/throttling' };
    }
    case 'paused':
    case 'resumed': {
      const reason = change.reason === null ? '' : `: “${change.reason}”`;
      const verb = change.kind === 'paused' ? 'Paused' : 'Resumed';
      return { at, kind: change.kind, says: `${verb} by ${change.by}${reason}`, href: null };
    }
    case 'redrive': {
      const name = redriveName(change.redriveId);
      return {
        at,
        kind: 'redrive',
        says: `${name} by ${change.by}: ${change.selected} messages`,
        href: `/redrives/${name}`,
      };
    }
  }
}
