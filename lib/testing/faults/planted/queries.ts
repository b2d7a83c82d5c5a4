import { type Fault, faultsIn } from '../fault';

const ALARM = ['evaluate', 'notified', 'deliver'].map((part) => `lib/broker/alarm/${part}.db.test.ts`);

/** Statements of lib/store/queries. */
export const QUERY_FAULTS: readonly Fault[] = [
  ...faultsIn(
    'lib/store/queries/dead-letter/of-group.ts',
    ['lib/broker/alarm/incident-reads.db.test.ts'],
    [
      [
        'statistics choose the index of all groups for each group',
        '`d.group_id >= ${group} AND d.group_id <= ${group}`',
        '`d.group_id = ${group}`',
      ],
    ],
  ),
  ...faultsIn(
    'lib/store/queries/dead-letter/dead-letter-browse.ts',
    ['lib/broker/dead-letter/browse.db.test.ts'],
    [
      [
        'letters of one moment are lost between pages',
        '(d.dead_at, d.dead_letter_id) < ($beforeAt, $beforeId::bigint)',
        '(d.dead_at < $beforeAt AND $beforeId::bigint IS NOT NULL)',
      ],
    ],
  ),
  ...faultsIn(
    'lib/store/queries/client/subscriptions.ts',
    ['lib/broker/problem/subscriptions.db.test.ts'],
    [
      [
        'members of a broadcast group subscribe differently',
        "AND g.message_model <> 'broadcasting' AND g.broadcast_of IS NULL",
        '',
      ],
      [
        'a client that reconnects begins the difference anew',
        'since = CASE WHEN d.seen_at',
        'since = CASE WHEN true OR d.seen_at',
      ],
    ],
  ),
  ...faultsIn('lib/store/queries/alarm/alarm-delivery.ts', ALARM, [
    [
      'a channel that is switched off is notified',
      'WHERE c.enabled AND ($channelIds::int[] IS NULL',
      'WHERE ($channelIds::int[] IS NULL',
    ],
    [
      'channels that did not hear of it hear that it is over',
      ' AND EXISTS (SELECT FROM alarm_delivery d WHERE d.incident_id = $incidentId AND d.channel_id = c.channel_id)',
      '',
    ],
    ['the end of an alarm is sent before its beginning', 'o.delivery_id < d.delivery_id)', 'o.delivery_id < 0)'],
  ]),
  ...faultsIn('lib/store/queries/alarm/alarm-incident.ts', ALARM, [
    ['the peak of an alarm is its last value', 'peak = greatest(peak, $value)', 'peak = $value'],
  ]),
  ...faultsIn(
    'lib/store/queries/access-key/access-key-write.ts',
    ['lib/broker/access-key'],
    [
      [
        'a rotation keeps the new secret as the old one',
        'overlaps ? new Uint8Array(before.secret) : null',
        'overlaps ? new Uint8Array(secret) : null',
      ],
      [
        'other nodes do not learn that a key is disabled',
        'data: { disabledAt, version: { increment: 1 } }',
        'data: { disabledAt }',
      ],
    ],
  ),
  ...faultsIn(
    'lib/store/session-settings.ts',
    ['lib/store/server-defaults.db.test.ts'],
    [
      ["a session isolates as the server's default says", "default_transaction_isolation: 'read committed',", ''],
      ["a session writes times as the server's default says", "datestyle: 'ISO',", ''],
    ],
  ),
];
