import type { MessageView } from 'rocketmq-client-nodejs';
import { z } from 'zod';
import {
  billOrder,
  bookEntry,
  type LedgerEntry,
  type Order,
  type PracticeCause,
  PRACTICE_CAUSES,
  readCurrency,
} from './scenario';
import type { Tally } from './tally';

/** A listener in the way most applications write one: it returns when it is done and throws when it is not. */
export type Work = (view: MessageView) => void;

const order = z.object({
  order: z.int(),
  amount: z.string(),
  gateway: z.enum(['northpay', 'cardhub', 'banklink']),
  postcode: z.string().nullable(),
  tenant: z.string(),
}) satisfies z.ZodType<Order>;

const ledgerEntry = z.object({
  entry: z.int(),
  account: z.string(),
  credit: z.string(),
  settledBy: z.enum(['northpay', 'banklink']),
  currency: z.string(),
}) satisfies z.ZodType<LedgerEntry>;

export interface Deployment {
  /** What "deploy the fix" changes: a fixed listener takes every message. */
  broken: boolean;
}

export function billingWork(deployment: Deployment, tally: Tally): Work {
  return counted(tally, (view) => {
    const parsed = order.parse(JSON.parse(view.body.toString()));
    if (deployment.broken) billOrder(parsed, view.deliveryAttempt ?? 1);
  });
}

export function ledgerWork(deployment: Deployment, tally: Tally): Work {
  return counted(tally, (view) => {
    const parsed = ledgerEntry.parse(JSON.parse(view.body.toString()));
    readCurrency(parsed);
    if (deployment.broken) bookEntry(parsed);
  });
}

function counted(tally: Tally, work: Work): Work {
  return (view) => {
    try {
      work(view);
    } catch (error) {
      const cause = causeOf(error);
      if (cause !== null) tally.failed(cause);
      throw error;
    }
    tally.consumed();
  };
}

function causeOf(error: unknown): PracticeCause | null {
  return PRACTICE_CAUSES.find((cause) => error instanceof Error && error.name === cause) ?? null;
}
