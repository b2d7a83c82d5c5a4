import { enumerated, sentences } from '../model/language/list';
import { msg, t } from '../model/language/t';
import { can, canEverywhere, type Holder, type Permission, type Role, roles, scopeOf } from './permission';

interface RoleSentence {
  /** After "Not allowed:" it begins in lower case. */
  readonly title: string;
  readonly detail: string;
  readonly permissions: readonly Permission[];
}

/** What a person can do, in words. Each permission is in one sentence; a role allows a sentence whole or not at all. */
export const ROLE_SENTENCES: readonly RoleSentence[] = [
  {
    title: msg('See groups, topics and messages'),
    detail: msg('Also dead letters, re-drives and alarms. Message bodies are not included.'),
    permissions: ['group:read', 'topic:read', 'message:read', 'dead-letter:read', 'redrive:read', 'alarm:read'],
  },
  {
    title: msg('See limits, settings and metrics'),
    detail: msg('Throttling, settings of the broker, Prometheus metrics'),
    permissions: ['limit:read', 'settings:read', 'metrics:read'],
  },
  {
    title: msg('Read message bodies'),
    detail: msg('Masked fields need a reason, and a masking rule that lets your role see them.'),
    permissions: ['message:read-body', 'message:unmask'],
  },
  {
    title: msg('Act on messages'),
    detail: msg(
      `Retry, hold and release, move to the DLQ, re-drive, keep, discard, export, send, recall; commit or roll
      back transactions; report failure reasons; approve what another person asked for`,
    ),
    permissions: [
      ...(['retry:change', 'dead-letter:redrive', 'redrive:control', 'dead-letter:keep'] as const),
      ...(['dead-letter:discard', 'dead-letter:export', 'message:send', 'message:recall'] as const),
      ...(['transaction:resolve', 'failure:report', 'approval:decide'] as const),
    ],
  },
  {
    title: msg('Change groups, topics and limits'),
    detail: msg('Retry policies, pausing, queues, sending limits; run the practice incident'),
    permissions: ['group:write', 'topic:write', 'limit:write', 'demo:run'],
  },
  {
    title: msg('Handle alarms'),
    detail: msg('Acknowledge and silence alarms, change alarm rules'),
    permissions: ['alarm:acknowledge', 'alarm:silence', 'alarm:write'],
  },
  {
    title: msg('Read the audit log'),
    detail: msg('Who changed what, when, and for which reason'),
    permissions: ['audit:read'],
  },
  {
    title: msg('Manage your own account'),
    detail: msg('Password, second factors, sessions, saved views; live updates of the pages you can see'),
    permissions: ['account:use', 'account:secure', 'live:hear'],
  },
  {
    title: msg('Manage users, teams and keys'),
    detail: msg('Accounts and their roles, teams and their members, API tokens, client access keys'),
    permissions: ['user:manage', 'team:read', 'team:members', 'team:manage', 'token:manage', 'access-key:manage'],
  },
  {
    title: msg('Change settings, clusters and alarm channels'),
    detail: msg('Sign-in rules, masking, retention; attach and detach clusters; where alarms are sent'),
    permissions: ['settings:write', 'cluster:manage', 'alarm-channel:manage'],
  },
];

export interface RoleWords {
  readonly title: string;
  readonly detail: string;
  /** `partly`: by a team, and the team allows a part of it. */
  readonly allows: 'all' | 'partly' | 'nothing';
}

/** What this person may do, and for the rest which role it needs. */
export function roleWords(holder: Holder): RoleWords[] {
  return ROLE_SENTENCES.map(({ title, detail, permissions }) => {
    const held = permissions.filter((permission) => can(holder, permission));
    if (permissions.every((permission) => canEverywhere(holder, permission)))
      return { title: t(title), detail: t(detail), allows: 'all' };
    const role: string = leastRole(permissions);
    const needed = t(role);
    const what = lowerFirst(t(title));
    if (held.length === 0)
      return {
        title: t('Not allowed: {what}', { what }),
        detail: t('{detail}. Needs the role {role}.', { detail: t(detail).replace(/[.。]$/, ''), role: needed }),
        allows: 'nothing',
      };
    const names = [...new Set(held.flatMap((permission) => scopeOf(holder, permission) ?? []))];
    const where = names.length === 0 ? '' : t('For names that begin with {prefixes}.', { prefixes: enumerated(names) });
    return held.length === permissions.length
      ? {
          title: t(title),
          detail: sentences(where, t('Other names need the role {role}.', { role: needed })),
          allows: 'all',
        }
      : {
          title: t('Partly: {what}', { what }),
          detail: sentences(
            where,
            t('Allowed: {permissions}. The rest needs the role {role}.', {
              permissions: enumerated(held),
              role: needed,
            }),
          ),
          allows: 'partly',
        };
  });
}

/** The least role that allows all of these. */
export function leastRole(permissions: readonly Permission[]): Role {
  return roles.find((role) => permissions.every((permission) => canEverywhere({ role }, permission))) ?? 'admin';
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
