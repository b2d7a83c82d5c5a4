import 'server-only';
import { z } from 'zod';
import { changesAround, findGroup, type GroupChange, redriveName } from '../../broker';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import { readMoment } from '../schemas/time-range';

export interface ChangeView {
  readonly at: string;
  readonly kind: GroupChange['kind'];
  /** What changed, in one line. */
  readonly says: string;
  readonly href: string | null;
}

/** What changed in a group in the range of its charts, newest first. */
export const groupChangesRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: z.string().max(200), from: z.string().max(40).default('-24h') }),
  run: async ({ broker, store }, { group: name, from }): Promise<readonly ChangeView[]> => {
    await findGroup(broker, name);
    const now = broker.clock.nowOrNull()?.toISOString() ?? (await databaseNow(store.console));
    const at = new Date(now);
    const since = readMoment('from', from, now) ?? at;
    const changes = await changesAround(broker, {
      ...{ group: name, at, beforeMs: at.getTime() - since.getTime(), afterMs: 1_000 },
    });
    return changes.map((change) => toChangeView(change, name)).toReversed();
  },
});

/** A change of a group as pages show it. */
export function toChangeView(change: GroupChange, group: string): ChangeView {
  const at = change.at.toISOString();
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
