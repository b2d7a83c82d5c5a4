import { type BrokerContext, createGroup, createTopic } from '../../lib/broker';
import { systemActor } from '../../lib/model/audit/actor';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { launch } from '../../lib/testing/launched-process';
import { openContext } from './context';
import { startPostgres } from './postgres';
import { costOf, type ProcessCost } from './processes';
import type { Target } from './target';

const READY = 'Broker ready';
const DEFAULT_MAX_RETRIES = 16;
const actor = systemActor('bench');

export interface RedriveTarget extends Target {
  /** The same database, from this process: for what has no RPC. */
  readonly ctx: BrokerContext;
  readonly databaseUrl: string;
  /** Of its own processes, without the database. */
  nodeCost(): ProcessCost;
}

/**
 * `npm run broker` on an embedded PostgreSQL with the settings of the product: every answered send is on the disk.
 * @param settings more environment variables
 */
export async function startRedrive(settings: Readonly<Record<string, string>> = {}): Promise<RedriveTarget> {
  const postgres = await startPostgres();
  const port = await findFreePort('127.0.0.1');
  const node = launch('lib/cli/broker.mjs', {
    DATABASE_URL: postgres.url,
    REDRIVE_GRPC_PORT: String(port),
    REDRIVE_METRICS_PORT: '0',
    REDRIVE_DATA_DIR: postgres.directory,
    ...settings,
  });
  const kill = (): void => void node.child.kill('SIGKILL');
  process.once('exit', kill);
  await node.waitFor(READY);
  const { ctx, store } = await openContext(postgres.url);
  return {
    ctx,
    databaseUrl: postgres.url,
    port,
    createTopic: async (name, messageType, queues) => {
      await createTopic(ctx, { name, messageType, queues, actor });
    },
    createGroup: async (name, { ordered = false, maxRetries = DEFAULT_MAX_RETRIES, intervalsMs }) => {
      await createGroup(ctx, {
        name,
        actor,
        maxRetries,
        deliveryOrder: ordered ? 'ordered' : 'concurrent',
        ...(intervalsMs && { retryPolicy: { type: 'customized', intervalsMs } }),
      });
    },
    nodeCost: () => costOf([node.child.pid ?? 0]),
    cost: () => costOf([node.child.pid ?? 0, postgres.pid]),
    close: async () => {
      await store.close();
      node.child.kill('SIGTERM');
      await node.waitForExit();
      process.off('exit', kill);
      await postgres.close();
    },
  };
}
