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
    [
      'what clients of a deleted group hold stays',
      'DELETE FROM lease t WHERE t.group_id = ANY (v_ids) AND t.live;',
      '',
    ],
  ]),
  ...faultsIn(
    'prisma/functions/deletion-step.sql',
    ['lib/broker/deletion/step.db.test.ts', ...GROUP],
    [
      ['dead letters of a deleted group stay', "'{dead_letter,discarded_letter}'", "'{discarded_letter}'"],
      ['a deletion ends with its first step', 'CASE WHEN v_left > 0 THEN v_now END', 'v_now'],
      ['two processes count the same rows', '\n    FOR UPDATE SKIP LOCKED;', ';'],
      [
        'what waited in a deleted topic ends without a word',
        "'Dropped', 'topic-deleted', nextval('epoch_seq'),\n      g.client_id, p_now",
        "'Dropped', 'nack', nextval('epoch_seq'),\n      g.client_id, p_now",
      ],
    ],
  ),
];
