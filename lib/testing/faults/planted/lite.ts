import { type Fault, faultsIn } from '../fault';

const LITE = ['lib/broker/lite/lite.db.test.ts'];

const MODELS = ['lib/broker/lite/lite-models.db.test.ts'];
const SUSPENDED = ['lib/broker/lite/lite-suspended.db.test.ts'];
const OFFSETS = ['lib/broker/lite/lite-offsets.db.test.ts'];
const WIRE = ['e2e/protocol/lite.test.ts'];

const functions = (name: string): string => `prisma/functions/${name}.sql`;

/** Topics of type LITE: who gets which lite topic. */
export const LITE_FAULTS: readonly Fault[] = [
  ...faultsIn(functions('claim/lite-claim'), LITE, [
    [
      'a client gets lite topics that it does not subscribe',
      "AND s.client_id = p_client AND s.mgroup IN (f.mgroup, '*') LIMIT 1)",
      "AND s.mgroup IN (f.mgroup, '*') LIMIT 1)",
    ],
    [
      'a retry goes to a client that does not subscribe its lite topic',
      "         AND s.client_id = p_client AND s.mgroup IN (r.mgroup, '*') LIMIT 1)",
      "         AND s.mgroup IN (r.mgroup, '*') LIMIT 1)",
    ],
    ['new messages of a lite topic that is out are lost', '(l.state = 1 AND NOT l.skipped OR l.state', '(l.state'],
    [
      'a lite topic that nobody wants holds up the others',
      'CASE WHEN l.wanted THEN 0 ELSE 2 END, l.first - 1, true',
      '0, l.first - 1, true',
    ],
    ['a lite topic loses its first message', 'ELSE 2 END, l.first - 1, true', 'ELSE 2 END, l.first, true'],
    ['two clients have one lite topic at once', 'SET state = 1, lease_id = v_lease, mask', 'SET state = 0, mask'],
    ['messages of an earlier life of a lite topic are delivered', '\n         AND l.since <= w.stored_at', ''],
    [
      'what is left of a lite topic after a full batch is lost',
      'skipped = coalesce(n.mgroup = v_cut, false)',
      'skipped = false',
    ],
  ]),
  ...faultsIn(functions('lite-subscription'), LITE, [
    [
      'a lite topic that is subscribed late stays aside',
      'WHERE f.state = 2 AND f.ctid',
      'WHERE f.state = 3 AND f.ctid',
    ],
    ['the whole set adds to the former one', 'IF p_complete THEN', 'IF false THEN'],
    [
      'the quota of a client counts what it has twice',
      'names - cardinality(v_gone) + cardinality(v_new) > p_quota',
      'names + cardinality(v_new) > p_quota',
    ],
    [
      'a client that says nothing keeps its lite topics',
      'WHERE c.seen_at < coalesce',
      'WHERE false AND c.seen_at < coalesce',
    ],
    ['from now on delivers what was there', 'IF p_from IS NOT NULL THEN PERFORM', 'IF false THEN PERFORM'],
  ]),
  ...faultsIn(functions('lite-subscription'), MODELS, [
    [
      'all clients together subscribe without end',
      'FROM lite_client c) + cardinality(v_new) > p_total',
      'FROM lite_client c) > p_total',
    ],
    [
      'a set that a client repeats is no sign of life',
      'DO UPDATE SET seen_at = v_now RETURNING',
      'DO UPDATE SET seen_at = c.seen_at RETURNING',
    ],
    [
      'the former client of an exclusive lite topic keeps it',
      'IF p_exclusive THEN SELECT l.clients',
      'IF false THEN SELECT l.clients',
    ],
    ['a client takes a lite topic back with its next set', 'IF p_exclusive AND p_complete THEN', 'IF false THEN'],
    [
      'of two clients of an exclusive lite topic the older one keeps it',
      '(s.since, s.client_id) > (w.since, p_client)',
      '(s.since, s.client_id) < (w.since, p_client)',
    ],
    [
      'a client of all lite topics gets none from before it came',
      'AND f.queue_id = ANY (v_queue) AND f.state = 2;',
      'AND f.queue_id = ANY (v_queue) AND f.state = 3;',
    ],
  ]),
  ...faultsIn(functions('delivery-suspend'), LITE, [
    ['a suspended delivery counts', 'attempt = r.attempt - 1,', 'attempt = r.attempt,'],
    ['a lite topic is suspended for no time', 'v_due := v_now + p_wait_ms', 'v_due := v_now + 0 * p_wait_ms'],
  ]),
  ...faultsIn(functions('delivery-suspend'), SUSPENDED, [
    [
      'a client that lost its lease suspends the lite topic',
      '       AND l.expires_at > v_now AND (l.open',
      '       AND (l.open',
    ],
    [
      'a client that lost a retry suspends the lite topic',
      'AND NOT r.early AND r.visible_at > v_now',
      'AND NOT r.early',
    ],
    [
      'a suspended lite topic stays with its client',
      'IF v_ordered THEN PERFORM fifo_settle_leases(v_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease]); END IF;',
      '',
    ],
  ]),
  ...faultsIn('lib/store/queries/group-stats/blocked-keys.ts', SUSPENDED, [
    [
      'a suspended lite topic counts as a blocked key',
      'FROM blocked b WHERE NOT b.suspended GROUP BY',
      'FROM blocked b GROUP BY',
    ],
    [
      'what fails after a suspension is no blocked key',
      "WHERE e.cause = 'suspended') s ON true",
      'WHERE true) s ON true',
    ],
    ['a suspension that is over is still listed', 'OR (c.suspended AND c.visible_at > t.now)', 'OR c.suspended'],
    ['what an operator holds is listed as suspended', 'AND b.hold_job IS NULL AS suspended', 'AS suspended'],
    ['suspended lite topics are listed before blocked keys', 'ORDER BY b.suspended, b.begun_at', 'ORDER BY b.begun_at'],
    [
      'suspended lite topics take the places of blocked keys in a short list',
      'ORDER BY k.suspended, k.begun_at',
      'ORDER BY k.begun_at',
    ],
  ]),
  ...faultsIn(functions('lite-subscription'), OFFSETS, [
    ['a client begins in an earlier life of a lite topic', 'v_to := greatest(v_to, v_name.first);', ''],
    ['the last messages are counted from the newest one', 'AND m.off < v_name.stands ORDER', 'ORDER'],
    [
      'what is read again is not behind what a client holds',
      'skipped = f.state <> 1 OR v_to <= v_name.last,',
      'skipped = f.state <> 1,',
    ],
    ['from now on delivers the newest message', 'greatest(v_name.last + 1, v_name.stands)', 'v_name.last'],
    ['a time to begin at is read as seconds', 'to_timestamp(p_value / 1000.0)', 'to_timestamp(p_value)'],
    ['a message more than the last ones that were asked for', 'LIMIT p_value) a)', 'LIMIT p_value + 1) a)'],
  ]),
  ...faultsIn(functions('claim/lite-claim'), OFFSETS, [
    ['what is read again is delivered beside its dead letter', ' OR v_repeats', ''],
  ]),
  ...faultsIn('lib/broker/process/send/lite-names.ts', LITE, [
    [
      'a process goes on under the former quota of lite topics',
      'room?.quota === quota ? room.left : 0',
      'room?.left ?? 0',
    ],
  ]),
  ...faultsIn(
    'lib/model/topic/lite-quota.ts',
    ['components/settings/lite-quota.model.test.ts'],
    [['a topic may have any number of lite topics', 'MOST_LITE_TOPICS);', '10 * MOST_LITE_TOPICS);']],
  ),
  ...faultsIn(
    'lib/gateway/status.ts',
    ['lib/gateway/status.test.ts'],
    [
      [
        'too many lite topics are answered as too many subscriptions',
        "'lite-topic-quota': CODE.LITE_TOPIC_QUOTA_EXCEEDED",
        "'lite-topic-quota': CODE.LITE_SUBSCRIPTION_QUOTA_EXCEEDED",
      ],
    ],
  ),
  ...faultsIn('lib/gateway/handlers/sync-lite-subscription.ts', WIRE, [
    ['a client that begins at the newest begins where its group stands', "2: 'newest'", "2: 'resume'"],
    [
      'a client that repeats its set begins again',
      "action === 'add' ? beginOf(request) : 'resume'",
      'beginOf(request)',
    ],
  ]),
  ...faultsIn('lib/gateway/sessions/dismiss.ts', WIRE, [
    ['a client that ends keeps its lite topics', 'if (session.isLite && group !== null)', 'if (group === null)'],
  ]),
  ...faultsIn(functions('lite-topic'), LITE, [
    [
      'what is behind a message that a client holds outlives its lite topic',
      'SET skipped = false, pos = x.last',
      'SET pos = f.pos',
    ],
    [
      'a lite topic that is too old stays',
      'v_topic.lite_expiration_minutes * interval',
      '9 * v_topic.lite_expiration_minutes * interval',
    ],
    ['more lite topics than the quota are made', 'names + v_new > p_quota', 'names > p_quota + v_new'],
  ]),
];
