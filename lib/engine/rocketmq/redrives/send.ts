import { reasonOfError } from '../../../model/errors';
import { type Reason, told } from '../../../model/language/t';
import { type BrokerContext, redriveName } from '../../../broker';
import { hasOwnGroup, type Letter, makeHelper, prepareWay, sendCopy, type SendOutcome } from '../../../cluster';
import { systemActor } from '../../../model/audit/actor';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { hasHelper, noteHelper } from '../../../store/queries/cluster-redrive/helper';
import type { OpenClusterRedrive } from '../../../store/queries/cluster-redrive/open';
import {
  excludeItem,
  noteSent,
  type PickedItem,
  pickItems,
  putBack,
  type StoredCopy,
} from '../../../store/queries/cluster-redrive/send';
import type { ClusterEngine } from '../clusters/directory';
import { lettersOf } from './letters';
import type { RedrivePolicy } from './policy';

export const WORKER = systemActor('re-drive');

export interface SendPass {
  readonly sent: number;
  /** Why some were not, by broker: they go on later. */
  readonly failed: ReadonlyMap<string, Reason>;
}

interface Outgoing {
  readonly item: PickedItem;
  readonly letter: Letter;
}

/**
 * Sends the next letters of a run. Each is noted as on its way first, and as sent only when the broker has said where
 * it lies; what lies between is looked up in the topics by the process that comes next, and never sent on a guess.
 */
export async function sendNext(
  ctx: BrokerContext,
  engine: ClusterEngine,
  run: OpenClusterRedrive,
  { owner, limit, without, policy }: SendOptions,
): Promise<SendPass> {
  const db = ctx.store.console;
  const { redriveId, clusterId } = run;
  const startedMs = performance.now();
  // Through a topic the copies of a key keep their order.
  const keepsOrder = run.way === 'topic';
  const picked = await pickItems(db, redriveId, owner, { limit, without, keepsOrder });
  const letters = await lettersOf(
    ctx,
    clusterId,
    picked.map(({ deadLetterId }) => deadLetterId),
  );
  const outgoing: Outgoing[] = [];
  for (const item of picked) {
    const letter = letters.get(item.deadLetterId);
    if (letter === undefined) await excludeItem(db, redriveId, item.ord, told('its body is no longer kept'));
    else outgoing.push({ item, letter });
  }
  const failed = await prepare(ctx, engine, run, outgoing);
  const stored: StoredCopy[] = [];
  const back = outgoing.filter(({ letter }) => failed.has(letter.broker)).map(({ item }) => item.ord);
  const send = async ({ item: { ord }, letter }: Outgoing): Promise<void> => {
    if (keepsOrder && failed.has(letter.broker)) {
      back.push(ord);
      return;
    }
    // Another process may own the group by now.
    const isLate = performance.now() - startedMs > policy.leaseMs / 3;
    const outcome: SendOutcome = isLate
      ? { kind: 'refused', why: told('sending took too long'), isOfMessage: false }
      : await sendCopy(engine.cluster, { letter, way: run.way, lineage: run.lineage, ord });
    if (outcome.kind === 'sent') stored.push({ ord, topic: outcome.topic, ...outcome.at });
    else if (outcome.kind === 'unknown') failed.set(letter.broker, outcome.why);
    else if (outcome.isOfMessage) await excludeItem(db, redriveId, ord, outcome.why);
    else {
      failed.set(letter.broker, outcome.why);
      back.push(ord);
    }
  };
  const ready = outgoing.filter(({ letter }) => !failed.has(letter.broker));
  try {
    await inTurns(ready, keepsOrder ? 1 : policy.atOnce, send);
  } finally {
    if (stored.length > 0) await noteSent(db, redriveId, stored);
    if (back.length > 0) await putBack(db, redriveId, back);
  }
  return { sent: stored.length, failed };
}

export interface SendOptions {
  readonly owner: string;
  readonly limit: number;
  /** Brokers that rest. */
  readonly without: readonly string[];
  readonly policy: RedrivePolicy;
}

/** What must be there before the first copy. @returns the brokers where it could not be made, and why */
async function prepare(
  ctx: BrokerContext,
  engine: ClusterEngine,
  run: OpenClusterRedrive,
  outgoing: readonly Outgoing[],
): Promise<Map<string, Reason>> {
  const failed = new Map<string, Reason>();
  const places = new Map(outgoing.map(({ letter: { broker, topic } }) => [`${broker} ${topic}`, { broker, topic }]));
  for (const { broker, topic } of places.values()) {
    if (failed.has(broker)) continue;
    try {
      await prepareWay(engine.cluster, broker, run.way, topic);
      if (run.way === 'pop-retry') await ensureHelper(ctx, engine, run, broker, topic);
    } catch (error) {
      failed.set(broker, reasonOfError(error));
    }
  }
  return failed;
}

/** A group of that name that this console did not make is left alone: it does as well. */
async function ensureHelper(
  ctx: BrokerContext,
  { cluster, name }: ClusterEngine,
  { clusterId, group, redriveId }: OpenClusterRedrive,
  broker: string,
  topic: string,
): Promise<void> {
  const helper = { broker, group, topic };
  const isOurs = await hasHelper(ctx.store.console, clusterId, helper);
  if (await hasOwnGroup(cluster, broker, helper)) return;
  if (!isOurs) {
    await noteHelper(ctx.store.console, clusterId, helper);
    await appendAudit(ctx.store.console, {
      ...{ actor: WORKER, action: 'redrive.make-helper', target: `${group}_${topic}`, workspace: name },
      after: { broker, for: redriveName(redriveId) },
    });
  }
  await makeHelper(cluster, broker, helper);
}

async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
