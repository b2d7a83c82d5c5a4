import { setTimeout as sleep } from 'node:timers/promises';

import { READ_BY_PEOPLE } from '../../model/alarm/channel';
import { channelList, type ChannelRow } from '../../store/queries/alarm/alarm-channel';
import {
  type ClaimedDelivery,
  deliveryClaim,
  deliverySettle,
  type DeliveryVerdict,
} from '../../store/queries/alarm/alarm-delivery';
import { deliveryPrune, incidentPrune } from '../../store/queries/alarm/alarm-incident';
import { groupedBy } from '../../model/grouped';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { SEND_PROBLEMS, SendProblem } from './outbound/problem';
import { sendNotices, type SendOptions } from './send';

export const DELIVERY = {
  /** Longer than a try takes: after this, others take over the deliveries of a process that died. */
  leaseMs: 30_000,
  firstWaitMs: 5000,
  maxWaitMs: 900_000,
  /** The longest that a receiver may ask for with Retry-After. */
  maxAskedWaitMs: 3_600_000,
  /** About an hour and a quarter. */
  maxAttempts: 13,
  /** Per channel at a time: one that does not answer must not delay the others. */
  perChannel: 10,
  /** Per channel that people read at a time, combined into one message if there are several. */
  together: 500,
  togetherFrom: 4,
  /** A channel that takes longer is slow: meanwhile the others go on, for at most this time. */
  slowMs: 1500,
  roundsMs: 2500,
} as const;

/** New notifications for idle channels meanwhile. */
const LOOK_AGAIN_MS = 500;
const PRUNE_LIMIT = 1000;
const SWITCHED_OFF: DeliveryVerdict = {
  state: 'given-up',
  status: null,
  problem: SEND_PROBLEMS.switchedOff,
  waitMs: 0,
};

/**
 * Sends what is due, each to its channel; a failing channel is retried later and does not delay the others.
 * @returns how many were tried
 */
export async function deliverAlarms(ctx: BrokerContext, options: SendOptions): Promise<number> {
  const db = ctx.store.console;
  const startedMs = performance.now();
  const running = new Map<number, Promise<void>>();
  const failed: unknown[] = [];
  const sendMore = async (): Promise<number> => {
    const due = await deliveryClaim(db, ctx.clock.nowOrNull(), DELIVERY, [...running.keys()]);
    if (due.length === 0) return 0;
    const channels = new Map((await channelList(ctx.store.prisma)).map((channel) => [channel.channelId, channel]));
    for (const [channelId, batch] of groupedBy(due, (delivery) => delivery.channelId)) {
      const channel = channels.get(channelId);
      if (channel === undefined) continue;
      const sending = sendBatch(ctx, channel, batch, options)
        .catch((error: unknown) => void failed.push(error))
        .finally(() => void running.delete(channelId));
      running.set(channelId, sending);
    }
    return due.length;
  };
  let tried = await sendMore();
  try {
    await atMost(DELIVERY.slowMs, Promise.all(running.values()));
    while (running.size > 0 && failed.length === 0) {
      tried += await sendMore();
      await atMost(LOOK_AGAIN_MS, Promise.race(running.values()));
      if (performance.now() - startedMs >= DELIVERY.roundsMs) break;
    }
  } finally {
    await Promise.all(running.values());
  }
  if (tried > 0) ctx.changes.emit({ kind: 'alarm' });
  if (failed.length > 0) throw failed[0];
  return tried;
}

async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([work, limit]).finally(() => over.abort());
}

async function sendBatch(
  ctx: BrokerContext,
  channel: ChannelRow,
  batch: readonly ClaimedDelivery[],
  options: SendOptions,
): Promise<void> {
  const db = ctx.store.console;
  const messages = isTooMany(channel, batch) ? [batch] : batch.map((delivery) => [delivery] as const);
  await Promise.all(
    messages.map(async (deliveries) => {
      const outcome = channel.enabled ? await tryDelivery(ctx, channel, deliveries, options) : null;
      // The same wait for all notifications of one message, so that the next try is one message again.
      const jitter = Math.random();
      for (const [attempts, same] of groupedBy(deliveries, (delivery) => delivery.attempts)) {
        const verdict = outcome === null ? SWITCHED_OFF : verdictOf(outcome, attempts, jitter);
        const ids = same.map(({ deliveryId }) => deliveryId);
        await deliverySettle(db, ctx.clock.nowOrNull(), ids, verdict);
      }
    }),
  );
}

/** A storm of alarms must not flood people. Up to three at once are sent one by one, each in full. */
function isTooMany(
  { kind }: ChannelRow,
  batch: readonly ClaimedDelivery[],
): batch is [ClaimedDelivery, ...ClaimedDelivery[]] {
  return READ_BY_PEOPLE.includes(kind) && batch.length >= DELIVERY.togetherFrom;
}

type TriedDelivery = Pick<ClaimedDelivery, 'deliveryId' | 'notice'>;

interface Outcome {
  readonly status: number | null;
  /** Null: it was sent. */
  readonly problem: string | null;
  /** By the receiver, until the next try. */
  readonly askedMs: number;
}

/** Sends one notification to a channel. @returns the result */
export async function tryDelivery(
  ctx: BrokerContext,
  channel: ChannelRow,
  deliveries: readonly [TriedDelivery, ...TriedDelivery[]],
  options: SendOptions,
): Promise<Outcome> {
  const secret = channel.secret === null ? null : ctx.seal.open(channel.sealId, channel.secret);
  try {
    if (channel.secret !== null && secret === null) throw new SendProblem(SEND_PROBLEMS.sealed);
    const now = ctx.clock.nowOrNull() ?? (await databaseTime(ctx.store.console));
    const [{ deliveryId, notice }, ...more] = deliveries;
    const notices = [notice, ...more.map((each) => each.notice)] as const;
    const status = await sendNotices({ deliveryId, channel, secret, notices, now }, options);
    return { status, problem: null, askedMs: 0 };
  } catch (error) {
    if (!(error instanceof SendProblem)) {
      ctx.log.error({ error, channel: channel.name }, 'an alarm was not delivered');
      return { status: null, problem: SEND_PROBLEMS.inside, askedMs: 0 };
    }
    return { status: error.status, problem: error.message, askedMs: error.retryAfterMs ?? 0 };
  }
}

function verdictOf({ status, problem, askedMs }: Outcome, attempts: number, jitter: number): DeliveryVerdict {
  if (problem === null) return { state: 'sent', status, problem, waitMs: 0 };
  if (attempts >= DELIVERY.maxAttempts) return { state: 'given-up', status, problem, waitMs: 0 };
  const wait = Math.max(waitMs(attempts, jitter), Math.min(askedMs, DELIVERY.maxAskedWaitMs));
  return { state: 'pending', status, problem, waitMs: wait };
}

/**
 * 5 s, 10 s, 20 s ... 15 min, each up to a fifth more or less: recovering receivers do not get all at once.
 * @param jitter 0 to 1
 */
export function waitMs(attempts: number, jitter: number): number {
  const plain = Math.min(DELIVERY.maxWaitMs, DELIVERY.firstWaitMs * 2 ** (attempts - 1));
  return Math.round(plain * (0.8 + 0.4 * jitter));
}

/** Deletes old incidents and deliveries. @returns whether there may be more */
export async function pruneAlarms(ctx: BrokerContext): Promise<boolean> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull();
  const incidents = await incidentPrune(db, now, PRUNE_LIMIT);
  // The queue of notifications is one for all workspaces.
  const deliveries = ctx.workspace === null ? await deliveryPrune(db, now, PRUNE_LIMIT) : 0;
  return Math.max(incidents, deliveries) >= PRUNE_LIMIT;
}
