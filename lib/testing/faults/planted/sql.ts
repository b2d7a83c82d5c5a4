import { type Fault, faultsIn } from '../fault';

const DELIVERY = ['lib/broker/cases', 'lib/broker/delivery/retry.db.test.ts', 'lib/broker/delivery/lease.db.test.ts'];
const FIFO = ['', '-early-acks'].map((part) => `lib/broker/delivery/fifo${part}.db.test.ts`);
const SEND = ['lib/broker/message', 'lib/broker/retention/retention.db.test.ts'];
const REDRIVE = ['lib/broker/redrive'];
const HISTORY = ['lib/broker/history/history.db.test.ts'];
const THROTTLE = ['lib/broker/throttle/limits.db.test.ts', 'lib/broker/throttle/shared-levels.db.test.ts'];

const functions = (name: string): string => `prisma/functions/${name}.sql`;

export const SQL_FAULTS: readonly Fault[] = [
  ...faultsIn(functions('claim/retry-claim-all'), DELIVERY, [
    [
      'a delivery whose lease is over is handed out before it ended',
      'AND NOT r.leased AND r.visible_at <= p_now',
      'AND r.visible_at <= p_now',
    ],
    ['the last retry is not handed out', 'r.attempt <= p_max_retries', 'r.attempt < p_max_retries'],
    ['a retry that is not due is handed out', 'AND NOT r.leased AND r.visible_at <= p_now', 'AND NOT r.leased'],
  ]),
  ...faultsIn(functions('retry-fail'), DELIVERY, [
    ['a message dies a retry early', 'a.attempt > v_max_retries AS dead', 'a.attempt >= v_max_retries AS dead'],
    [
      'the handle of a failed delivery works once more',
      "epoch = nextval('epoch_seq'), leased_at = NULL, auto_renew",
      'leased_at = NULL, auto_renew',
    ],
  ]),
  ...faultsIn(functions('retry-extend'), DELIVERY, [
    [
      'a new invisible time is added to the old one',
      'visible_at = coalesce(p_now, clock_timestamp()) + p_invisible_ms',
      'visible_at = r.visible_at + p_invisible_ms',
    ],
  ]),
  ...faultsIn(functions('retry-bury'), DELIVERY, [
    [
      'a message over a lowered limit dies before it is due',
      'AND NOT r.leased AND r.visible_at <= v_now\n',
      'AND NOT r.leased\n',
    ],
  ]),
  ...faultsIn(functions('lease-fail'), DELIVERY, [
    ['a failure of a lease that is over counts', "(a.expires_at > v_now) = (p_phase = 'live')", 'true'],
    [
      'a first failure waits without a due time',
      'p_delay_ms IS NOT NULL, v_due, i.client_id',
      'p_delay_ms IS NOT NULL, v_now, i.client_id',
    ],
  ]),
  ...faultsIn(functions('lease-ack'), DELIVERY, [
    [
      'an ack after its lease counts',
      'WHERE l.ctid = w.place AND l.expires_at > v_now AND (l.open & w.mask) <> 0',
      'WHERE l.ctid = w.place AND (l.open & w.mask) <> 0',
    ],
  ]),
  ...faultsIn(functions('delivery-renew'), DELIVERY, [
    [
      'a lease is renewed past the consumption timeout',
      "       AND coalesce(l.handed_at, l.claimed_at) + g.consumption_timeout_ms * interval '1 ms' > c.at\n",
      '',
    ],
    [
      're-deliveries are not renewed',
      'r.leased AND r.auto_renew AND NOT r.gone AND r.client_id = ANY (p_clients)',
      'r.leased AND r.auto_renew AND r.gone AND r.client_id = ANY (p_clients)',
    ],
  ]),
  ...faultsIn(
    functions('claim/delivery-lost'),
    ['lib/broker/delivery/lost-replies.db.test.ts'],
    [
      [
        'a lost reply counts as an attempt',
        'attempt = r.attempt - 1, lost_replies',
        'attempt = r.attempt, lost_replies',
      ],
      [
        'lost replies may repeat for ever',
        "a.lost_replies < p_most AND date_trunc('milliseconds', coalesce",
        "date_trunc('milliseconds', coalesce",
      ],
    ],
  ),
  ...faultsIn(
    functions('message-bury'),
    [...DELIVERY, 'lib/broker/dead-letter/topic.db.test.ts'],
    [
      [
        'a timeout without an answer is not told from one with',
        "p_cause IN ('timeout', 'consumption-timeout', 'client-gone') AND NOT",
        "p_cause IN ('timeout', 'consumption-timeout') AND NOT",
      ],
    ],
  ),
  ...faultsIn(
    functions('claim/log-claim'),
    ['lib/broker/filter/filter.db.test.ts', ...DELIVERY],
    [
      [
        'a filtered claim leaps over matches it had no room for',
        'THEN (SELECT max(w.off) + 1 FROM win w) ELSE (SELECT max(t.off) + 1 FROM taken t) END',
        'THEN (SELECT max(w.off) + 1 FROM win w) ELSE (SELECT max(w.off) + 1 FROM win w) END',
      ],
      ['a large message is never handed out', '(h.rank = 1 OR h.bytes <= p_max_bytes)', 'h.bytes <= p_max_bytes'],
    ],
  ),
  ...faultsIn(functions('message-append'), SEND, [
    ['an id of the segment before is stored again', 'm.seg IN (v_seg, v_seg - 1)', 'm.seg = v_seg'],
    [
      'messages are stored at places that their sender does not hear',
      'v_tail[i.place] + i.rank',
      'v_tail[i.place] + cardinality(p_rank) + 1 - i.rank',
    ],
  ]),
  ...faultsIn(functions('message-send'), SEND, [
    ['a repeated id is stored again after a new segment', 'm.seg IN (t.seg, t.seg - 1)', 'm.seg = t.seg'],
    [
      'the id of another topic is a repeat',
      'm.msg_id = i.msg_id AND m.topic_id = t.topic_id AND',
      'm.msg_id = i.msg_id AND',
    ],
    [
      'a batch is stored in reverse',
      'PARTITION BY p.queue_id ORDER BY p.ord) AS new_off',
      'PARTITION BY p.queue_id ORDER BY p.ord DESC) AS new_off',
    ],
  ]),
  ...faultsIn(
    functions('scheduled-release'),
    ['lib/broker/schedule'],
    [
      ['a recalled message is released', 'AND s.recalled_at IS NULL', ''],
      [
        'what is due is released in any order',
        'OVER w AS ord FROM due d WINDOW w AS (ORDER BY d.due_at, d.topic_id, d.msg_id)',
        'OVER w AS ord FROM due d WINDOW w AS (ORDER BY d.msg_id)',
      ],
    ],
  ),
  ...faultsIn(
    functions('half-check'),
    ['lib/broker/transaction/checks.db.test.ts'],
    [
      [
        'a half message is checked once more than allowed',
        'next_check_at = CASE WHEN m.checks + 1 < p_max_checks',
        'next_check_at = CASE WHEN m.checks + 1 <= p_max_checks',
      ],
      ['a half message that was given up is checked', ' AND m.gives_up_at > v_now', ''],
    ],
  ),
  ...faultsIn(
    functions('half-end'),
    ['lib/broker/transaction'],
    [
      [
        'an end with the wrong transaction id counts',
        "(m.state = 'pending' AND (a.transaction_id IS NULL OR a.transaction_id = m.transaction_id))",
        "(m.state = 'pending')",
      ],
      ['a producer commits what the broker gave up', ' AND NOT a.is_commit', ''],
    ],
  ),
  ...faultsIn(functions('redrive-step'), REDRIVE, [
    [
      'a re-driven message has used up its attempts',
      "d.generation + 1, 0, nextval('epoch_seq')",
      "d.generation + 1, d.attempts, nextval('epoch_seq')",
    ],
    [
      'a re-driven message is lost with its segment',
      'FROM dead d WHERE d.seg >= 0 AND NOT EXISTS (SELECT 1 FROM message m',
      'FROM dead d WHERE false AND NOT EXISTS (SELECT 1 FROM message m',
    ],
    ['a letter that is gone counts as moved', "CASE WHEN d.ord IS NULL THEN 'excluded' ELSE 'moved' END", "'moved'"],
  ]),
  ...faultsIn(functions('redrive-recall'), REDRIVE, [
    ['a message that was delivered is recalled', ' AND r.attempt = 0 AND NOT r.leased', ' AND NOT r.leased'],
    [
      'a recalled head blocks its key for ever',
      'IF v_job.ordered THEN\n      PERFORM fifo_settle_messages',
      'IF NOT v_job.ordered THEN\n      PERFORM fifo_settle_messages',
    ],
  ]),
  ...faultsIn(
    functions('dead-letter-expire'),
    ['lib/broker/retention/dead-letter-retention.db.test.ts'],
    [
      [
        'a letter that a re-drive has chosen is removed',
        "AND i.state = 'selected') AS due",
        "AND i.state = 'moved') AS due",
      ],
      [
        'a change of the retention does not stop a removal',
        'IF coalesce(v_version, 0) <> p_version THEN RETURN; END IF;',
        '',
      ],
      ['a given-back letter is removed at once', 'coalesce(d.kept_until <= v_now, true) AND NOT EXISTS', 'NOT EXISTS'],
      [
        'removed letters are not in the audit log with their number',
        "jsonb_build_object('expired', (SELECT sum(c) FROM unnest(counts) c))",
        "jsonb_build_object('expired', 0)",
      ],
    ],
  ),
  ...faultsIn(
    functions('dead-letter-append'),
    ['lib/broker/dead-letter'],
    [
      [
        'two groups feed each other their dead letters for ever',
        "WHERE NOT (p_group::text = ANY (string_to_array(coalesce(d.props ->> 'DLQ_PASSED', ''), ' ')))",
        'WHERE true',
      ],
    ],
  ),
  ...faultsIn(
    functions('segment-drop'),
    ['lib/broker/retention/retention.db.test.ts'],
    [
      [
        'messages that wait for a retry go with their segment',
        'FROM retry r WHERE r.seg = v_seg',
        'FROM retry r WHERE false',
      ],
      ['messages that are held go with their segment', 'WHERE l.live AND b < l.n', 'WHERE NOT l.live AND b < l.n'],
      ['a segment is dropped by when it was opened', 's.closed_at + p_retention_ms', 's.opened_at + p_retention_ms'],
    ],
  ),
  ...faultsIn(functions('level-settle'), THROTTLE, [
    ['a gate opens just below its hard line', 'r.value < l.hard * l.soft_share', 'r.value < l.hard'],
    [
      'an old reading settles a gate',
      'AND (p_read_at < l.settled_at AND l.settled_at <= coalesce(p_now, clock_timestamp())) IS NOT TRUE',
      '',
    ],
  ]),
  ...faultsIn(functions('fifo-ack'), FIFO, [
    [
      'an ordered ack after its lease counts',
      'CASE WHEN v_lease.expires_at > p_now THEN v_lease.open & p_mask ELSE 0 END',
      'v_lease.open & p_mask',
    ],
  ]),
  ...faultsIn(functions('fifo-settle'), FIFO, [
    [
      'a key whose lease ended is not free',
      "UPDATE fifo_group f SET state = 0, lease_id = NULL, mask = -1, ready_seq = nextval('epoch_seq') WHERE",
      'UPDATE fifo_group f SET lease_id = NULL, mask = -1 WHERE',
    ],
    ['an early ack counts with a delivery left', 'r.attempt > v_key.max_retries', 'r.attempt >= v_key.max_retries'],
  ]),
  ...faultsIn(functions('history'), HISTORY, [
    [
      'the peak of two nodes is their sum',
      'greatest(s.peak_messages_per_s, excluded.peak_messages_per_s)',
      's.peak_messages_per_s + excluded.peak_messages_per_s',
    ],
    [
      'a minute keeps the largest of its re-drives',
      '                 sum(g.redriven) AS redriven',
      '                 max(g.redriven) AS redriven',
    ],
    [
      'every node reads the levels of a step',
      'ON CONFLICT DO NOTHING;\n  RETURN FOUND;',
      'ON CONFLICT DO NOTHING;\n  RETURN true;',
    ],
    [
      'steps of a minute are kept for a day',
      "DELETE FROM group_sample WHERE ctid = ANY (ARRAY(\n    SELECT o.ctid FROM group_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days'",
      "DELETE FROM group_sample WHERE ctid = ANY (ARRAY(\n    SELECT o.ctid FROM group_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '1 day'",
    ],
  ]),
  ...faultsIn(
    functions('node-beat'),
    [...THROTTLE, 'lib/gateway/share-of-rates.db.test.ts'],
    [
      [
        'a node that is dead shares the rates',
        'RETURN (SELECT count(*) FROM broker_node n WHERE n.seen_at >= v_now - p_alive_ms',
        'RETURN (SELECT count(*) FROM broker_node n WHERE n.seen_at >= v_now - p_forget_ms',
      ],
    ],
  ),
  ...faultsIn(
    functions('broadcast-join'),
    ['lib/broker/broadcast/record.db.test.ts'],
    [
      [
        'members of an earlier broadcast come back',
        'coalesce(v_group.model_since, v_group.created_at)',
        'v_group.created_at',
      ],
    ],
  ),
  ...faultsIn(
    functions('claim/filter-take'),
    ['lib/broker/filter'],
    [
      [
        'two filtered claims hand out the same stretch',
        'CONTINUE WHEN NOT EXISTS (SELECT 1 FROM log_position(p_group, v_lease.queue_id) c WHERE c.from_off = v_lease.from_off AND c.from_seg = v_lease.from_seg);',
        '',
      ],
    ],
  ),
  ...faultsIn(
    functions('claim/log-claim'),
    ['lib/broker/filter/filtered-count.db.test.ts'],
    [
      [
        'messages that match count as filtered out',
        '(SELECT count(*) FROM win w WHERE w.off < s.off) - (SELECT count(*) FROM taken)',
        '(SELECT count(*) FROM win w WHERE w.off < s.off)',
      ],
    ],
  ),
];
