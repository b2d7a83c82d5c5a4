import { type Fault, faultsIn } from '../fault';

const GROUP = ['pause', 'reset-offset', 'delete'].map((part) => `lib/broker/group/${part}.db.test.ts`);

export const GROUP_FAULTS: readonly Fault[] = [
  ...faultsIn('prisma/functions/claim/claimable-group.sql', GROUP, [
    ['a paused group is served', ' AND g.paused_at IS NULL', ''],
  ]),
  ...faultsIn('prisma/functions/retry-bury.sql', GROUP, [
    ['retries of a paused group die', ' AND g.paused_at IS NULL', ''],
  ]),
  ...faultsIn('prisma/functions/group-offset.sql', GROUP, [
    ['a queue that is turned back forgets how far', 'THEN greatest(gq.repeat_to, p_from)', 'THEN NULL'],
    ['what is skipped behind a busy key comes all the same', 'skipped = false', 'skipped = f.skipped'],
  ]),
  ...faultsIn('prisma/functions/group-delete.sql', GROUP, [
    ['dead letters of a deleted group stay', 'DELETE FROM dead_letter t WHERE t.group_id = p_group;', ''],
  ]),
];
