import type { Fault } from '../fault';

const RANDOM = 'lib/broker/invariants.db.test.ts';
const RACES = 'lib/broker/races.db.test.ts';
const DELIVERY = 'lib/broker/delivery';
const REDRIVES = 'lib/broker/redrive/conservation.db.test.ts';
const ANY_RACE = 'the verbs that meet most often';
const RELEASED = 'dead letters that are released';

interface Bug extends Omit<Fault, 'name' | 'tests'> {
  readonly what: string;
  readonly by: string;
  readonly only: string;
}

const TAKE_OUT = `DELETE FROM dead_letter d USING redrive_item i WHERE i.redrive_id = $1 AND i.state = 'selected'
  AND d.group_id = i.group_id AND d.queue_id = i.queue_id AND d.off = i.off RETURNING to_jsonb(d) AS letter`;
const PUT_BACK = `INSERT INTO dead_letter OVERRIDING SYSTEM VALUE
  SELECT * FROM jsonb_populate_recordset(NULL::dead_letter, $1::jsonb)`;

const ADMIT = 'ctx.throttle.admitSend(caller, { messages: messages.length, bytes });';
const STORE = `const half = topic.messageType === 'TRANSACTION';
  const storing = half ? ctx.halves.store(topic, messages, clientId) : ctx.sends.send(topic, messages);`;

/**
 * The twenty bugs that message brokers have had, in the order of the literature. Each is noticed by the cheapest of
 * what looks for its kind: a rule of the database under random commands, races at a held commit, a test of one case.
 * `npm run chaos:planted` plants them one by one.
 */
const BUGS: readonly Bug[] = [
  {
    what: 'an ack is not bound to the epoch of its delivery',
    file: 'prisma/functions/retry-ack.sql',
    find: 'AND a.off = w.off AND a.epoch = w.epoch AND a.visible_at > v_now',
    replace: 'AND a.off = w.off AND a.visible_at > v_now',
    by: `${DELIVERY}/retry.db.test.ts`,
    only: 'after a delivery has failed its handle does nothing more',
  },
  {
    what: 'the number of the attempt is the fence, and a re-drive begins it again',
    file: 'prisma/functions/claim/retry-claim-all.sql',
    find: "attempt = r.attempt + 1, epoch = nextval('epoch_seq'),",
    replace: 'attempt = r.attempt + 1, epoch = r.attempt + 1,',
    by: RANDOM,
    only: 'concurrent: random runs lose nothing',
  },
  {
    what: 'a claim takes rows by IN (SELECT ... LIMIT ... SKIP LOCKED)',
    file: 'prisma/functions/claim/retry-claim-all.sql',
    find: 'FROM shared d WHERE r.ctid = d.place',
    replace: `FROM (SELECT 1 AS receiver) d WHERE (r.group_id, r.queue_id, r.off) IN (SELECT x.group_id, x.queue_id, x.off FROM retry x
       WHERE pair(x.group_id, x.topic_id) = pair(p_group, p_topic) AND NOT x.leased AND x.visible_at <= p_now
         AND x.attempt <= p_max_retries AND x.mgroup IS NULL
       ORDER BY x.visible_at LIMIT (SELECT sum(w) FROM unnest(p_want) w) FOR NO KEY UPDATE SKIP LOCKED)`,
    by: 'lib/store/server-defaults.db.test.ts',
    only: 'a receive takes no more than it asks for',
  },
  {
    what: 'the head of an ordered key is taken without the lock of its queue',
    file: 'prisma/functions/claim/fifo-claim.sql',
    find: 'FOR NO KEY UPDATE; END IF;',
    replace: '; END IF;',
    by: `${DELIVERY}/concurrency.db.test.ts`,
    only: 'eight consumers race for twenty ordered keys',
  },
  {
    what: 'success is reported before the commit',
    file: 'lib/store/transaction.ts',
    find: "await client.query('COMMIT');",
    replace: "void client.query('COMMIT').catch(() => undefined);",
    by: RACES,
    only: ANY_RACE,
  },
  {
    what: "the end of a lease is decided by the node's clock",
    file: 'lib/broker/process/delivery/end-deliveries.ts',
    find: 'leaseFail(store.broker, clock.nowOrNull(), scope, delayMs, items)',
    replace: 'leaseFail(store.broker, new Date(), scope, delayMs, items)',
    by: `${DELIVERY}/retry.db.test.ts`,
    only: 'success on the third delivery',
  },
  {
    what: 'the expiry loop does not look again at the state of what it ends',
    file: 'prisma/functions/lease-fail.sql',
    find: "(a.expires_at > v_now) = (p_phase = 'live')",
    replace: 'true',
    by: `${DELIVERY}/lease.db.test.ts`,
    only: 'a lease renewed between the look and the verdict',
  },
  {
    what: 'a re-drive deletes in one transaction and inserts in another',
    file: 'lib/broker/redrive/step.ts',
    find: 'if (targetTopic === null) return redriveStep(db, now, redriveId, limit);',
    replace: `if (targetTopic === null)
      return ctx.store.broker
        .query(\`${TAKE_OUT}\`, [redriveId])
        .then(({ rows }) => db.query(\`${PUT_BACK}\`, [JSON.stringify(rows.map(({ letter }) => letter))]))
        .then(() => redriveStep(db, now, redriveId, limit));`,
    by: RACES,
    only: RELEASED,
  },
  {
    what: 'a re-drive does not mark what it has moved',
    file: 'prisma/functions/redrive-step.sql',
    find: "CASE WHEN d.ord IS NULL THEN 'excluded' ELSE 'moved' END, moved_at",
    replace: "CASE WHEN d.ord IS NULL THEN 'excluded' ELSE 'selected' END, moved_at",
    by: REDRIVES,
    only: 'concurrent: at every instant',
  },
  {
    what: 'retention deletes what waits for a retry',
    file: 'prisma/functions/segment-drop.sql',
    find: 'FROM (SELECT r.queue_id, r.off FROM retry r WHERE r.seg = v_seg UNION',
    replace: 'FROM (SELECT r.queue_id, r.off FROM retry r WHERE r.seg = v_seg AND r.leased UNION',
    by: 'lib/broker/retention/retention.db.test.ts',
    only: 'a message that waits for a retry outlives its segment',
  },
  {
    what: 'a repeated receive counts as another attempt',
    file: 'prisma/functions/claim/fifo-reenter.sql',
    find: 'UPDATE retry r SET visible_at = v_until,',
    replace: 'UPDATE retry r SET visible_at = v_until, attempt = r.attempt + 1,',
    by: `${DELIVERY}/fifo-cases.db.test.ts`,
    only: '[case 44]',
  },
  {
    what: 'a lowered limit is ignored by what waits',
    file: 'prisma/functions/claim/retry-claim-all.sql',
    find: 'AND r.attempt <= p_max_retries AND r.mgroup IS NULL',
    replace: 'AND r.mgroup IS NULL',
    by: `${DELIVERY}/retry.db.test.ts`,
    only: 'a lowered limit',
  },
  {
    what: 'the id of a message is not unique',
    file: 'prisma/migrations/0009_dead_letter_topic/migration.sql',
    find: 'ALTER TABLE message ADD UNIQUE (msg_id, topic_id, seg, copy);',
    replace: '',
    by: `${DELIVERY}/concurrency.db.test.ts`,
    only: 'the same id sent by two brokers at once',
  },
  {
    what: 'a deadlock is swallowed',
    file: 'lib/store/sql-errors.ts',
    find: 'if (attempt >= MAX_TRIES || !gaveWay',
    replace:
      'if (sqlState(error) === DEADLOCK_DETECTED) return undefined as never; if (attempt >= MAX_TRIES || !gaveWay',
    by: 'lib/store/sql-errors.test.ts',
    only: 'rolled back',
  },
  {
    what: 'a database that may lose commits is accepted',
    file: 'lib/runtime/check-database.ts',
    find: "['fsync', 'full_page_writes', 'synchronous_commit']",
    replace: "['fsync', 'full_page_writes']",
    by: 'lib/runtime/check-database.db.test.ts',
    only: 'commit',
  },
  {
    what: 'the record of a change is written outside its transaction',
    file: 'lib/broker/group/pause.ts',
    find: "await appendAudit(db, { actor: input.actor, action: 'group.pause'",
    replace: "await appendAudit(ctx.store.broker as never, { actor: input.actor, action: 'group.pause'",
    by: RACES,
    only: ANY_RACE,
  },
  {
    what: 'a counter is updated outside the transaction that it counts',
    file: 'prisma/functions/redrive-step.sql',
    find: 'UPDATE redrive r SET released = r.released + v_moved, state',
    replace: 'UPDATE redrive r SET state',
    also: {
      file: 'lib/broker/redrive/step.ts',
      find: 'done.push(pass);',
      replace: `done.push(pass);
        const { moved: count } = pass;
        await ctx.store.broker.query('UPDATE redrive SET released = released + $1 WHERE redrive_id = $2',
          [count, run.redriveId]);`,
    },
    by: RACES,
    only: RELEASED,
  },
  {
    what: 'a group goes with its dead letters, and nobody is asked',
    file: 'lib/broker/group/delete.ts',
    find: 'const empty = inFlight + waiting + dead + discarded === 0;',
    replace: 'const empty = inFlight + waiting === 0;',
    by: 'lib/broker/group/delete.db.test.ts',
    only: 'dead letters alone',
  },
  {
    what: 'a lost connection ends the process',
    file: 'lib/store/pool.ts',
    find: "pool.on('connect', (client) => client.on('error', () => undefined));",
    replace: '',
    by: 'lib/store/connection-loss.db.test.ts',
    only: 'a connection lost between two statements',
  },
  {
    what: 'a limit is checked after the message is stored',
    file: 'lib/broker/message/send.ts',
    find: 'if (ctx.topics.knows(name)) ctx.throttle.checkSend(input);',
    replace: '',
    also: {
      file: 'lib/broker/message/send.ts',
      find: `${ADMIT} ${STORE}`,
      replace: `${STORE} await storing; ${ADMIT}`,
    },
    by: 'lib/broker/throttle/limits.db.test.ts',
    only: 'a limit refuses at once, nothing is stored',
  },
];

export const PLANTED_BUGS: readonly Fault[] = BUGS.map(({ what, by, ...bug }, index) => ({
  ...bug,
  name: `planted bug ${index + 1}: ${what}`,
  tests: [by],
}));
