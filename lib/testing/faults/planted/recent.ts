import { type Fault, faultsIn } from '../fault';

const SWEEP = ['lib/broker/process/delivery/lane-sweep.test.ts'];
const FAIL_OVER = ['lib/store/fail-over.db.test.ts'];
const CONFIGURATION = ['lib/cli/remote/config/config.db.test.ts'];
const REPLAY = ['lib/testing/model/replay.db.test.ts'];
const PRIORITY = ['lib/broker/delivery/priority.db.test.ts'];
const READERS = ['lib/transport/http2/attacks.test.ts', 'lib/transport/http2/read-pace.test.ts'];
const COUNTS = ['lib/broker/dead-letter/count.db.test.ts'];
const EDITED = ['lib/broker/redrive/changed.db.test.ts'];
const RESETS = ['lib/broker/group/reset-offset.db.test.ts'];
const MIGRATIONS = ['lib/store/migrate.db.test.ts'];
const HEALTH = ['lib/runtime/describe-database.db.test.ts', 'lib/broker/process/health'];
const HISTORY = ['e2e/protocol/chaos-history.test.ts'];
const REDIRECTS = ['lib/broker/redirect/redirect.db.test.ts'];

/** What was written for other people's PostgreSQL, for thousands of groups, for the command line and for approvals. */
export const RECENT_FAULTS: readonly Fault[] = [
  ...faultsIn('lib/broker/process/delivery/lane-sweep.ts', SWEEP, [
    ['the first sweep is the last one', 'this.#sweeping = false; this.#tickLater();', 'this.#sweeping = false;'],
    [
      'a sweep that fails says that there is nothing',
      'lanes.forEach((_, index) => dueMs.set(index + 1, 0));',
      'dueMs.clear();',
    ],
    ['a lane that has left hears of a sweep', 'if (!this.#lanes.has(lane)) return;', ''],
  ]),
  ...faultsIn(
    'lib/store/connect/session-check.ts',
    ['lib/store/connect/session-check.db.test.ts'],
    [
      [
        'a pooler that keeps no session is used',
        'if (!isOurs(session)) throw new LosesSessions();',
        'void LosesSessions;',
      ],
    ],
  ),
  ...faultsIn('lib/store/connect/lives.ts', FAIL_OVER, [
    [
      'after a silent fail-over the dead connections stay, and the new ones are ended',
      'beganMs < beganBeforeMs',
      'beganMs > beganBeforeMs',
    ],
  ]),
  ...faultsIn('lib/store/connect/primary.ts', FAIL_OVER, [
    ['a standby is taken for the primary', "rows[0]?.read_only === 'off'", 'rows[0]?.read_only !== undefined'],
  ]),
  ...faultsIn(
    'lib/store/connect/database-url.ts',
    ['lib/store/connect/database-url.test.ts'],
    [
      [
        'sslmode=require with a root certificate verifies nothing',
        "(mode === 'require' && ca !== undefined)",
        "(mode === 'require' && ca === null)",
      ],
    ],
  ),
  ...faultsIn(
    'lib/runtime/pools.ts',
    ['lib/runtime/pools.test.ts'],
    [
      [
        'a node holds a connection more than its limit',
        'const shared = limit - SUPERVISOR - processes * WAKE_UPS;',
        'const shared = limit - processes * WAKE_UPS;',
      ],
    ],
  ),
  ...faultsIn(
    'lib/console/mcp/bounded.ts',
    ['lib/console/mcp/bounded.test.ts'],
    [['a language model goes on behind items that it was not shown', 'nextCursor: _, items,', 'items,']],
  ),
  ...faultsIn('lib/cli/remote/config/apply.mjs', CONFIGURATION, [
    [
      'apply begins although the server refuses a change',
      'if (refused.length > 0)',
      'if (refused.length > changes.length)',
    ],
  ]),
  ...faultsIn(
    'lib/store/queries/approval/approvals.ts',
    ['lib/console/api/approvals.db.test.ts'],
    [
      [
        'who made the API token that asked is the second person',
        "WHERE asked_kind = 'token' AND t.name = asked_by",
        "WHERE asked_kind = 'nothing' AND t.name = asked_by",
      ],
    ],
  ),
  ...faultsIn('lib/broker/redirect/step.ts', REDIRECTS, [
    [
      'a redirect goes on although its re-drive was cancelled',
      "if (runState === 'cancelled' && runId !== null",
      "if (runState === 'cancelled' && runId === -1",
    ],
  ]),
  ...faultsIn('prisma/functions/claim/delivery-claim.sql', PRIORITY, [
    ['the lowest priority is delivered first', 'THEN -q.queue_no ELSE', 'THEN q.queue_no ELSE'],
    ['retries lose their priority', 'IF v_due AND NOT v_by_priority THEN', 'IF v_due THEN'],
  ]),
  ...faultsIn('prisma/functions/claim/claimed-messages.sql', EDITED, [
    ['what a re-drive edited is claimed and never handed out', 'IF v_found = cardinality(p_retries)', 'IF true'],
  ]),
  ...faultsIn('prisma/functions/dead-letter-count.sql', COUNTS, [
    ['folded counts are lost', 'SELECT f.group_id, sum(f.letters) FROM', 'SELECT f.group_id, max(f.letters) FROM'],
    [
      'a wrong count is corrected the wrong way',
      'coalesce(d.n, 0) - coalesce(c.n, 0)',
      'coalesce(c.n, 0) - coalesce(d.n, 0)',
    ],
    ['counts that come to something are thrown away', 'HAVING sum(f.letters) <> 0', 'HAVING sum(f.letters) = 0'],
  ]),
  ...faultsIn('prisma/migrations/0077_dead_letter_counts/migration.sql', COUNTS, [
    ['a dead letter that is gone counts twice', 'SELECT d.group_id, -count(*)', 'SELECT d.group_id, count(*)'],
  ]),
  ...faultsIn('prisma/functions/claim/retry-due-places.sql', PRIORITY, [
    ['a retry of a priority is handed out before it is due', 'AND r.visible_at <= p_now', ''],
  ]),
  ...faultsIn('prisma/functions/topic-grow.sql', PRIORITY, [
    ['retries of an added priority lose it', 'queue_id_next(t.message_type)', "queue_id_next('NORMAL')"],
  ]),
  ...faultsIn('lib/broker/filter/decide.ts', PRIORITY, [
    ['an SQL filter ignores the priority', 'byPriority ? queuesOf(peeked) : [peeked]', '[peeked]'],
  ]),
  ...faultsIn('lib/broker/redrive/target.ts', PRIORITY, [
    ['a re-drive to another topic loses the priority', 'queueOfPriority(topic, priority ?? 0)', '0'],
  ]),
  ...faultsIn('lib/transport/http2/connection.ts', READERS, [
    [
      'headers over the limit cost their sender nothing',
      'this.#budgets.excess(this.#liveness.readMs, headers.excessBytes);',
      '',
    ],
    ['a socket that reads nothing stays', "verdict === 'late' || isSlow", "verdict === 'late'"],
  ]),
  ...faultsIn('lib/transport/http2/sender.ts', READERS, [
    [
      'an answer that is taken byte by byte is never stuck',
      'stream.takenBytes >= LEAST_TAKEN_BYTES',
      'stream.takenBytes > 0',
    ],
  ]),
  // What the model says is what the functions do.
  ...faultsIn('prisma/functions/delivery-revoke.sql', REPLAY, [
    [
      'a revoke counts what comes back with the head of a key',
      'e.mgroup, e.named::int, e.epoch',
      'e.mgroup, 1, e.epoch',
    ],
  ]),
  ...faultsIn('prisma/functions/redrive-step.sql', REPLAY, [
    [
      'behind a re-driven message the next new one of its key is lost',
      'ORDER BY l.lease_id DESC LIMIT 1), 0) - 1, v_now',
      'ORDER BY l.lease_id DESC LIMIT 1), 0), v_now',
    ],
  ]),
  ...faultsIn('prisma/functions/group-offset.sql', RESETS, [
    [
      'what a reset passes over is acknowledged behind a message that is not finished',
      'IF v_mask IS NOT NULL AND p_ordered THEN',
      `IF v_mask IS NOT NULL AND p_ordered THEN
    PERFORM lease_ack(p_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease], ARRAY[v_mask], true);
  ELSIF false THEN`,
    ],
  ]),
  ...faultsIn('lib/store/migrate.ts', MIGRATIONS, [
    ['a migration that meets a deadlock fails', 'if (tries >= TRIES || !gaveWay(cause)) throw error;', 'throw error;'],
  ]),
  ...faultsIn('lib/runtime/describe-database.ts', HEALTH, [
    [
      'health names a trouble of before the fail-over until a loop comes by',
      'ctx.databaseHealth.disprove(startedAtMs);',
      'void startedAtMs;',
    ],
    ['a look that finds an answer says that the disk has room', "if (!ctx.databaseHealth.has('disk-full'))", ''],
  ]),
  // What chaos would not notice, nothing would.
  ...faultsIn('chaos/history.ts', HISTORY, [
    [
      'what an operator takes back is a double lease',
      '(this.#byKey.get(key) ?? [])) this.letGo(each);',
      '(this.#byKey.get(key) ?? [])) void each;',
    ],
    [
      'after an operator has taken a message back no double lease is seen',
      'for (const each of key === null ? [messageId] :',
      'for (const each of key === null ? this.#held.keys() :',
    ],
    [
      'a second receiver is never seen',
      'held.attemptId !== attemptId && leftMs > 0',
      'held.attemptId !== attemptId && leftMs > INVISIBLE_MS',
    ],
    [
      'what comes back after its ack is taken for a retry',
      'if (this.#done.has(messageId))',
      'if (this.#done.has(attemptId))',
    ],
    [
      'no message is ever taken back',
      'return held[Math.floor(random.next() * held.length)] ?? null;',
      'return held[held.length + random.next()] ?? null;',
    ],
  ]),
];
