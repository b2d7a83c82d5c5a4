import { openSession } from '../../lib/auth/session';
import { startProduct } from '../../e2e/fixtures/product';
import type { BrokerContext } from '../../lib/broker';
import { startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { withMetadata } from '../../lib/store/metadata';
import { workedMs } from '../../lib/testing/worked-ms';
import { openContext } from './context';
import { costOf, type ProcessCost } from './processes';

/** The product as `npm start` runs it, with its console. */
export interface ConsoleTarget {
  readonly port: number;
  readonly url: string;
  readonly apiToken: string;
  readonly databaseUrl: string;
  readonly ctx: BrokerContext;
  /** A cookie of a new session of the administrator. */
  signIn(): Promise<string>;
  cost(): ProcessCost;
  nodeCost(): ProcessCost;
  /** Processor time of each session that the console has with the database now, by its process. */
  sessions(): Promise<ReadonlyMap<number, number>>;
  /** Transactions of the database so far. */
  transactions(): Promise<number>;
  close(): Promise<void>;
}

export async function startConsole(): Promise<ConsoleTarget> {
  const product = await startProduct();
  // Joins the server that the product has started.
  const postgres = await startEmbeddedPostgres({ dataDirectory: product.dataDirectory });
  const { ctx, store } = await openContext(postgres.url);
  return {
    ctx,
    port: product.grpcPort,
    url: product.url,
    apiToken: product.apiToken,
    databaseUrl: postgres.url,
    signIn: async () => {
      const operator = await store.prisma.operator.findFirstOrThrow({ where: { email: product.admin.email } });
      const visitor = { address: '127.0.0.1', agent: 'bench' };
      const token = await withMetadata(store.prisma, (db) => openSession(db, operator, visitor));
      return `redrive-session=${token}`;
    },
    cost: () => costOf([product.pid(), postgres.pid() ?? 0]),
    nodeCost: () => costOf([product.pid()]),
    sessions: async () => {
      const { rows } = await store.broker.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'redrive-console'`,
      );
      return new Map(rows.map(({ pid }) => [pid, workedMs(pid) ?? Number.NaN]));
    },
    transactions: async () => {
      const { rows } = await store.broker.query<{ n: number }>(
        `SELECT (xact_commit + xact_rollback)::float8 AS n FROM pg_stat_database WHERE datname = current_database()`,
      );
      return rows[0]?.n ?? Number.NaN;
    },
    close: async () => {
      await store.close();
      await postgres.release();
      await product.stop();
    },
  };
}
