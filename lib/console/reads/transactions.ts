import 'server-only';
import { z } from 'zod';
import { can, type Principal } from '../../auth/permission';
import {
  type BrokerContext,
  countTransactions,
  type HalfMessage,
  listTransactions,
  TRANSACTION_FILTERS,
  type TransactionFilter,
} from '../../broker';
import type { HalfResolver, HalfState, TransactionPolicy } from '../../model/half-message';
import { known, type Reading, unknown } from '../../model/reading';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { shownProperties } from '../http/shown-parts';

/** A half message, without its body. */
export interface HalfMessageView {
  /** Names its body in addresses. */
  readonly at: string;
  readonly topic: string;
  readonly messageId: string;
  readonly state: HalfState;
  readonly producer: string;
  readonly tag: string | null;
  readonly keys: readonly string[];
  readonly properties: readonly (readonly [string, string])[];
  readonly bodyBytes: number;
  readonly bornAt: string;
  readonly bornHost: string;
  readonly storedAt: string;
  readonly checks: number;
  readonly lastCheckAt: string | null;
  readonly nextCheckAt: string | null;
  readonly givesUpAt: string;
  readonly resolvedAt: string | null;
  readonly resolvedBy: HalfResolver | null;
  readonly resolver: string | null;
}

export interface TransactionsPage {
  readonly topic: string;
  readonly state: TransactionFilter;
  readonly policy: TransactionPolicy;
  readonly items: readonly HalfMessageView[];
  readonly nextCursor: string | null;
  readonly pending: Reading<number>;
  /** Null: may commit and roll back. */
  readonly resolveNotAllowed: string | null;
}

const PAGE = 50;

export const transactionsRead = defineRead({
  permission: 'message:read',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({
    topic: z.string().min(1).max(200),
    state: z.enum(TRANSACTION_FILTERS).default('pending'),
    cursor: z.string().max(300).optional(),
  }),
  run: async ({ broker, store, principal }, { topic, state, cursor }): Promise<TransactionsPage> => {
    const asOf = await databaseNow(store.console);
    const { items, nextCursor } = await listTransactions(broker, { topic, state, cursor, limit: PAGE });
    const counts = await countTransactions(broker).catch(() => null);
    return {
      topic,
      state,
      policy: broker.transactions,
      items: items.map((half) => toHalfMessageView(broker, half)),
      nextCursor,
      pending:
        counts === null
          ? unknown<number>('the database did not respond', asOf)
          : known(counts.find((row) => row.topic === topic)?.pending ?? 0, asOf),
      resolveNotAllowed: whyNotResolve(principal),
    };
  },
});

export function whyNotResolve(principal: Pick<Principal, 'role'>): string | null {
  return can(principal, 'transaction:resolve')
    ? null
    : `needs transaction:resolve; you are signed in as ${principal.role}`;
}

export function toHalfMessageView(broker: Pick<BrokerContext, 'masks'>, half: HalfMessage): HalfMessageView {
  return {
    at: `half-${half.queueId}`,
    topic: half.topic,
    messageId: half.messageId,
    state: half.state,
    producer: half.producer,
    tag: half.tag,
    keys: half.keys ?? [],
    properties: Object.entries(shownProperties(broker, half)),
    bodyBytes: half.bodyBytes,
    bornAt: half.bornAt.toISOString(),
    bornHost: half.bornHost,
    storedAt: half.storedAt.toISOString(),
    checks: half.checks,
    lastCheckAt: half.lastCheckAt?.toISOString() ?? null,
    nextCheckAt: half.nextCheckAt?.toISOString() ?? null,
    givesUpAt: half.givesUpAt.toISOString(),
    resolvedAt: half.resolvedAt?.toISOString() ?? null,
    resolvedBy: half.resolvedBy,
    resolver: half.resolver,
  };
}
