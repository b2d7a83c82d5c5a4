import { type Fault, faultsIn } from '../fault';

const RETRIES = ['retries', 'keys'].map((part) => `lib/broker/retry/${part}.db.test.ts`);

const functions = (name: string): string => `prisma/functions/${name}.sql`;

const REVOKE = ['lib/broker/retry/revoke.db.test.ts'];
const OVERTAKING = ['lib/broker/delivery/fifo-overtaking.db.test.ts'];

const BEGUN = ['lib/broker/retry/begun.db.test.ts'];

export const RETRY_FAULTS: readonly Fault[] = [
  ...faultsIn(functions('message-forward'), BEGUN, [
    ['when a delivery began that its client gave up is lost', 'PERFORM delivery_begun(ARRAY[v_retry]);', ''],
  ]),
  ...faultsIn(functions('retry-extend'), BEGUN, [
    ['a delivery of which the time was changed begins twice', 'unrecorded = false,', ''],
  ]),
  ...faultsIn(functions('delivery-revoke'), REVOKE, [
    [
      'what a client has behind a head that is taken back stays with it',
      'OR (v_ordered AND r.mgroup = v_mgroup))));',
      'OR false)));',
    ],
    [
      'a revoke retries what has no attempt left',
      'coalesce(v_retry.attempt, 1) > v_max_retries',
      'coalesce(v_retry.attempt, 1) > v_max_retries + 1',
    ],
    [
      'a revoke refuses to retry the attempt before the last one',
      "THEN 'on its last attempt' END;",
      "OR p_verb = 'now' AND coalesce(v_retry.attempt, 1) = v_max_retries THEN 'on its last attempt' END;",
    ],
    [
      'what comes back with its head counts as an attempt',
      'e.mgroup, e.named::int, e.epoch, false, false,',
      'e.mgroup, 1, e.epoch, false, false,',
    ],
    [
      'what was acknowledged behind a head that is moved comes again',
      "IF v_ordered AND p_verb <> 'bury' AND cardinality(v_offs) > 0 THEN",
      'IF v_ordered AND cardinality(v_offs) > 0 THEN',
    ],
    ['a later answer replaces the first late one', 'AND e.late_at IS NULL', ''],
    ['a message behind its head is taken back alone', "THEN 'not the head of its key' END;", 'THEN NULL END;'],
  ]),
  ...faultsIn(functions('message-forward'), REVOKE, [
    [
      'a client that lost a message to an operator may give it up',
      "AND e.cause IN ('revoked', 'returned') AND e.late_at IS NULL) THEN",
      'AND false) THEN',
    ],
  ]),
  ...faultsIn('lib/broker/retry/change-key.ts', REVOKE, [
    ['another head than the operator saw is taken back', 'input.headMessageId !== head.messageId', 'false'],
  ]),
  ...faultsIn(functions('claim/fifo-retry-claim'), OVERTAKING, [
    ['a message overtakes a head that a client has again', 'WHERE b.free AND NOT b.held', 'WHERE b.free'],
    [
      'a message that is due overtakes a head that waits',
      'bool_and(r.visible_at <= p_now AND r.attempt <= g.max_retries) OVER (PARTITION BY r.mgroup\n             ORDER BY r.off) AS free',
      '(r.visible_at <= p_now AND r.attempt <= g.max_retries) AS free',
    ],
    ['a message that failed overtakes a head of its lease', 'AND f.lease_id IS NOT NULL)', 'AND false)'],
  ]),
  ...faultsIn(functions('retry-change'), RETRIES, [
    ['a message that a client has is changed', "WHEN r.leased THEN 'with a client now'", "WHEN false THEN ''"],
    [
      'a filter hands out what was held since it looked',
      "visible_at = 'infinity', hold_job = p_job, epoch = nextval('epoch_seq')",
      "visible_at = 'infinity', hold_job = p_job",
    ],
    ['what changed since it was chosen is changed', "WHEN r.epoch <> w.epoch THEN 'changed meanwhile'", ''],
    ['a released message is due at once', 'SET visible_at = r.held_due_at', 'SET visible_at = p_now'],
  ]),
  ...faultsIn(functions('fifo-hold'), RETRIES, [
    [
      'a released key stays busy',
      'PERFORM fifo_free(array_fill(p_group, ARRAY[cardinality(p_queue)]), p_queue, p_mgroup);',
      'PERFORM 1;',
    ],
    ['what fails in a held key is due', 'AND NOT a.leased AND a.held_due_at IS NULL OFFSET 0', 'AND false OFFSET 0'],
  ]),
  ...faultsIn(
    'lib/broker/process/delivery/lane-wait.ts',
    ['lib/broker/process/delivery/receive-lane.test.ts'],
    [
      [
        'a lane does not hear what the sweep found',
        'this.#lookIn(Math.ceil(Math.min(dueMs,',
        'void (Math.ceil(Math.min(dueMs,',
      ],
    ],
  ),
];
