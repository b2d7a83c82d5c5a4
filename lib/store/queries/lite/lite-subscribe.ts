import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { LiteName } from './lite-topic-enter';

/** A place in a lite topic, as lite_begin takes it. `value` is nothing for 'newest' and 'oldest'. */
interface LiteBegin {
  readonly place: 'newest' | 'oldest' | 'offset' | 'tail' | 'time';
  readonly value: number | null;
}

export interface LiteSubscriptionChange {
  readonly groupId: number;
  readonly topicId: number;
  readonly clientId: number;
  readonly add: readonly LiteName[];
  readonly remove: readonly string[];
  /** `add` is all that the client wants. */
  readonly complete: boolean;
  /** Where the group reads the added names on; null: where it stands. */
  readonly from: LiteBegin | null;
  /** A name has one client, the newest that added it. */
  readonly exclusive: boolean;
}

export interface LiteQuotas {
  readonly client: number;
  readonly broker: number;
}

export interface LiteSubscribed {
  /** Names that the client has. @neverNull a count */
  readonly names: number;
  /** The quota that the change would break: nothing was changed. */
  readonly refused: 'client' | 'broker' | null;
  /** Of the names to add, names that another client of an exclusive group has. */
  readonly taken: readonly string[];
  /** Clients that have lost a name by this change, and the name, side by side. */
  readonly clients: readonly string[];
  readonly lost: readonly string[];
}

/** Changes which names of a LITE topic a client subscribes. */
export async function liteSubscribe(
  db: Queryable,
  now: Date | null,
  { groupId, topicId, clientId, add, remove, complete, from, exclusive }: LiteSubscriptionChange,
  quotas: LiteQuotas,
): Promise<LiteSubscribed> {
  const { rows } = await db.query<LiteSubscribed>(
    sql(
      `SELECT names, refused, taken, clients, lost FROM lite_subscribe(p_now => $now, p_group => $groupId,
         p_topic => $topicId, p_client => $clientId, p_add => $add, p_queues => $queueIds, p_remove => $remove,
         p_complete => $complete, p_from => $place, p_value => $value, p_exclusive => $exclusive,
         p_quota => $clientQuota, p_total => $brokerQuota)`,
      {
        ...{ now, groupId, topicId, clientId, complete, exclusive },
        ...{ place: from?.place ?? null, value: from?.value ?? null },
        add: add.map(({ name }) => name),
        queueIds: add.map(({ queueId }) => queueId),
        remove: [...remove],
        clientQuota: quotas.client,
        brokerQuota: quotas.broker,
      },
      'lite_subscribe',
    ),
  );
  return rows[0] ?? { names: 0, refused: null, taken: [], clients: [], lost: [] };
}

/** Clients that end in one statement. */
export const LITE_CLIENTS = 100;

/** A client has ended. @returns how many subscriptions of topics it had */
export async function liteLeave(db: Queryable, groupId: number, clientId: number): Promise<number> {
  return await leave(db, { now: null, groupId, clientId, silentMs: null });
}

/** Clients that have not said for so long what they subscribe have ended. @returns how many, at most LITE_CLIENTS */
export async function liteLeaveSilent(db: Queryable, now: Date | null, silentMs: number): Promise<number> {
  return await leave(db, { now, groupId: null, clientId: null, silentMs });
}

async function leave(
  db: Queryable,
  values: {
    readonly now: Date | null;
    readonly groupId: number | null;
    readonly clientId: number | null;
    readonly silentMs: number | null;
  },
): Promise<number> {
  const { rows } = await db.query<{ gone: number }>(
    sql(
      `SELECT lite_leave(p_now => $now, p_group => $groupId, p_client => $clientId, p_silent_ms => $silentMs,
         p_limit => $limit) AS gone`,
      { ...values, limit: LITE_CLIENTS },
    ),
  );
  return rows[0]?.gone ?? 0;
}
