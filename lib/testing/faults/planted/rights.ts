import { type Fault, faultsIn } from '../fault';

const DRY_RUN = ['lib/console/api/dry-run.db.test.ts'];
const MASKING = ['lib/console/api/masking.db.test.ts'];
const OUTCOMES = ['lib/engine/rocketmq/redrives/outcomes.db.test.ts'];
const UNITS = ['lib/cli/checks/time-units.test.ts'];

/** Rights and masking, and the kinds of bugs that no test had noticed. */
export const RIGHTS_FAULTS: readonly Fault[] = [
  ...faultsIn('lib/engine/embedded/redrives/redrives.ts', DRY_RUN, [
    ['a dry run is not judged as the start is', '      await rehearseStart(broker, input);\n', ''],
  ]),
  ...faultsIn('lib/broker/redrive/target.ts', MASKING, [
    [
      'a copy may go where no rule hides it',
      'if (revealed === undefined) continue;',
      'if (revealed !== null) continue;',
    ],
  ]),
  ...faultsIn('lib/broker/audit/list.ts', MASKING, [
    ['the audit log shows what others searched by', 'after: hideInAudit(row.after, masks),', ''],
  ]),
  ...faultsIn(
    'lib/auth/oidc/finish.ts',
    ['lib/auth/oidc/oidc.db.test.ts'],
    [['a person without a name is let in', 'if (!isSubject(claims.sub))', 'if (claims.sub === undefined)']],
  ),
  ...faultsIn(
    'lib/broker/process/set-bound.ts',
    ['lib/broker/process/set-bound.test.ts'],
    [['any number is a bound', ' && bound < BOUNDS', '']],
  ),
  ...faultsIn('lib/store/queries/problem/silent-clients.ts', UNITS, [
    [
      'milliseconds are taken for seconds',
      "s.seen_at < t.now - $silentMs * interval '1 ms'",
      "s.seen_at < t.now - $silentMs * interval '1 s'",
    ],
  ]),
  ...faultsIn(
    'lib/console/operations/dead-letters/export.ts',
    ['lib/console/api/least-rights.db.test.ts'],
    [
      [
        'who may see dead letters downloads their bodies',
        "permission: 'dead-letter:export'",
        "permission: 'dead-letter:read'",
      ],
    ],
  ),
  ...faultsIn(
    'lib/store/queries/schedule/scheduled-read.ts',
    ['lib/console/api/page-edges.db.test.ts'],
    [
      [
        'messages that are due together are lost at the edge of a page',
        'AND (s.due_at, s.msg_id) > ($afterDueAt::timestamptz, $afterId)',
        'AND s.due_at > $afterDueAt::timestamptz AND $afterId IS NOT NULL',
      ],
    ],
  ),
  ...faultsIn(
    'components/ui/copy-button.tsx',
    ['lib/cli/checks/effects.test.ts'],
    [['a timer outlives its page', 'return () => clearTimeout(timer);', 'return undefined;']],
  ),
  ...faultsIn(
    'lib/engine/rocketmq/groups/reset.ts',
    ['lib/cli/checks/hints.test.ts'],
    [['a reset in a cluster gives no hint', "  ctx.changes.emit({ kind: 'group', group: name });\n", '']],
  ),
  ...faultsIn('lib/store/queries/cluster-redrive/items.ts', OUTCOMES, [
    ['a copy beyond the limit is a delivery', 'least(i.attempt + 1, r.max_retries + 1)', 'i.attempt + 1'],
  ]),
  ...faultsIn('lib/store/queries/cluster-redrive/evidence.ts', OUTCOMES, [
    [
      'the second round counts what the first one sent',
      'WHERE i.redrive_id = $redriveId AND coalesce(i.sent_at, i.sending_at) >= $roundAt',
      'WHERE i.redrive_id = $redriveId AND $roundAt::timestamptz IS NOT NULL',
    ],
  ]),
];
