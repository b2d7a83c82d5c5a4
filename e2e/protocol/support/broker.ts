import {
  type BrokerContext,
  type BrokerParts,
  createBrokerContext,
  createGroup,
  type CreateGroupInput,
  createTopic,
} from '../../../lib/broker';
import { type Gateway, type GatewayOptions, startGateway } from '../../../lib/gateway/server';
import { systemActor } from '../../../lib/model/audit/actor';
import type { Log } from '../../../lib/model/log';
import type { MessageType } from '../../../lib/model/topic/topic';
import { createTestDatabase, type TestDatabase } from '../../../lib/testing/database';
import { clientConfig } from '../../../lib/store/connect/client-config';
import { checkSession } from '../../../lib/store/connect/session-check';
import { BROKER_SESSION } from '../../../lib/store/session-settings';
import { startWorkers } from '../../../lib/workers';
import { errorLine } from './error-line';
import { LONG_POLL_MS } from './long-poll';

export interface ProtocolBroker {
  readonly ctx: BrokerContext;
  readonly database: TestDatabase;
  readonly gateway: Gateway;
  readonly port: number;
  /** Lines of level error: a test that ends with any of them has failed. */
  readonly errors: string[];
  /** What was counted, by metric name and labels. */
  readonly counted: Map<string, number>;
  topic(messageType?: MessageType): Promise<string>;
  group(input?: Partial<CreateGroupInput>): Promise<string>;
  deadLetters(group: string): Promise<{ messageId: string; attempts: number; cause: string }[]>;
  close(): Promise<void>;
}

export const TESTER = systemActor('test');
/** A call that is cut kills the SDK that made it. */
const GRACE_MS = 10_000;
/** A loaded test machine may stall for longer than a producer should wait. */
const PATIENT = { sendHeadWaitMs: 15_000 };

/** A statement waits as long for rows that a test holds, while clients on a busy machine do what they are held for. */
const WAITS_FOR_ROWS = { ...BROKER_SESSION, lock_timeout: '18s', statement_timeout: '19s' };

let made = 0;

export type BrokerOptions = Partial<GatewayOptions> & Pick<BrokerParts, 'protection' | 'transactions'>;

/** Database, broker, workers and gateway in this process, on real time. */
export async function startBroker({
  protection = PATIENT,
  transactions,
  ...options
}: BrokerOptions = {}): Promise<ProtocolBroker> {
  const database = await createTestDatabase();
  const { options: sent } = clientConfig(database.url, '', WAITS_FOR_ROWS);
  Object.assign(database.store.broker.options, { options: sent, verify: checkSession({ settings: WAITS_FOR_ROWS }) });
  const errors: string[] = [];
  const counted = new Map<string, number>();
  const ctx = await createBrokerContext({
    store: database.store,
    log: recordErrors(errors),
    protection,
    metrics: {
      count: (name, labels, by = 1) => {
        const key = `${name} ${Object.values(labels).join(' ')}`;
        counted.set(key, (counted.get(key) ?? 0) + by);
      },
      observe: () => undefined,
    },
    ...(transactions === undefined ? {} : { transactions }),
  });
  const workers = startWorkers(ctx, undefined, undefined, 'all', undefined, options.traces ?? null);
  const gateway = await startGateway({ ctx, host: '127.0.0.1', port: 0, longPollMs: LONG_POLL_MS, ...options });
  return {
    ctx,
    database,
    gateway,
    port: gateway.port,
    errors,
    counted,
    topic: async (messageType = 'NORMAL') => {
      made += 1;
      return (await createTopic(ctx, { name: `topic-${made}`, messageType, queues: 4, actor: TESTER })).name;
    },
    group: async (input = {}) => {
      made += 1;
      return (await createGroup(ctx, { name: `group-${made}`, actor: TESTER, ...input })).name;
    },
    deadLetters: (group) => readDeadLetters(database, group),
    close: async () => {
      await gateway.stop(GRACE_MS);
      await workers.stop();
      await database.close();
    },
  };
}

async function readDeadLetters(
  database: TestDatabase,
  group: string,
): Promise<{ messageId: string; attempts: number; cause: string }[]> {
  const { rows } = await database.store.console.query<{ messageId: string; attempts: number; cause: string }>(
    `SELECT d.msg_id AS "messageId", d.attempts, d.cause FROM dead_letter d JOIN consumer_group g USING (group_id)
     WHERE g.name = $1 ORDER BY d.dead_at`,
    [group],
  );
  return rows;
}

function recordErrors(errors: string[]): Log {
  const silent = (): void => undefined;
  return {
    debug: silent,
    info: silent,
    warn: silent,
    error: (fields, message) => void errors.push(errorLine(fields, message)),
  };
}
