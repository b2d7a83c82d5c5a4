import { told } from '../../model/language/t';
import { expiryOf, keepMsOf } from '../../model/dead-letter/dead-letter-retention';
import { BrokerError } from '../../model/errors';
import { LIMITS } from '../../model/limits';
import type {
  BroadcastClient,
  DiscardDecision,
  FailureReason,
  LeasedDelivery,
  MessageTimeline,
  OperatorDecision,
  Prediction,
  TimelineEvent,
  TimelineState,
  WaitingBehind,
} from '../../model/message/timeline';
import { buildDeliveries, buildLives, type DeliveryRecord } from '../../model/message/timeline-deliveries';
import { predict } from '../../model/message/timeline-prediction';
import { type MessagePlaceRow, messagePlaces } from '../../store/queries/timeline/message-places';
import { timelineClients, type TimelineClientRow } from '../../store/queries/timeline/timeline-clients';
import { timelineEvents, type TimelineEventRow } from '../../store/queries/timeline/timeline-events';
import { timelineGroups, type TimelineGroupRow } from '../../store/queries/timeline/timeline-groups';
import { type TimelineHeadRow, timelineHeads } from '../../store/queries/timeline/timeline-heads';
import { timelineReports, type TimelineReportRow } from '../../store/queries/timeline/timeline-reports';
import type { Queryable } from '../../store/queryable';
import { withSnapshot } from '../../store/snapshot';
import type { BrokerContext } from '../context';
import { outcomeOf, stateOf } from './state-of';

export type { MessageTimeline } from '../../model/message/timeline';
export type MessagePlace = MessagePlaceRow;

/** Where a message id is stored; empty: nowhere any more, or never. @throws BrokerError illegal-message-id */
export async function findMessage(ctx: BrokerContext, messageId: string): Promise<MessagePlace[]> {
  if (messageId === '' || messageId.includes('\u0000') || messageId.length > LIMITS.messageIdBytes) {
    throw new BrokerError(
      'illegal-message-id',
      told('messageId must have 1 to {most, number} characters.', { most: LIMITS.messageIdBytes }),
      {
        field: 'messageId',
        limit: LIMITS.messageIdBytes,
        value: messageId.length,
      },
    );
  }
  return await messagePlaces(ctx.store.console, messageId);
}

/**
 * The state of a message in each group that reads its topic: what happened, from the rows written with each transition,
 * and what will happen if it goes on failing, from the group's current policy.
 * @throws BrokerError illegal-message-id
 */
export async function readTimeline(
  ctx: BrokerContext,
  { messageId }: { readonly messageId: string },
): Promise<MessageTimeline[]> {
  return await timelinesOf(ctx, await findMessage(ctx, messageId));
}

export async function timelinesOf(ctx: BrokerContext, places: readonly MessagePlace[]): Promise<MessageTimeline[]> {
  if (places.length === 0) return [];
  const keepMs = keepMsOf((await ctx.settings.find('dead-letter-retention')).value);
  const placeOf = new Map(places.map((place) => [keyOf(place), place]));
  return await withSnapshot(ctx.store.console, async (db) => {
    const rows = await timelineGroups(db, ctx.clock.nowOrNull(), places);
    if (rows.length === 0) return [];
    const keys: [number[], number[], number[]] = [
      rows.map((row) => row.groupId),
      rows.map((row) => row.queueId),
      rows.map((row) => row.off),
    ];
    const events = await timelineEvents(db, ...keys);
    const reports = await timelineReports(db, ...keysOfReports(rows));
    const heads = await readHeads(db, rows, placeOf);
    const clients = await readClients(db, rows, events);
    const of = <Row extends Keyed>(found: readonly Row[], row: Keyed): Row[] =>
      found.filter((other) => other.groupId === row.groupId && keyOf(other) === keyOf(row));
    return rows.flatMap((row) => {
      const place = placeOf.get(keyOf(row));
      return place === undefined
        ? []
        : toTimeline(place, row, keepMs, {
            events: of(events, row),
            reports: of(reports, row),
            unnamedReports: row.knownAs === row.groupId ? [] : of(reports, { ...row, groupId: row.knownAs }),
            head: of(heads, row)[0] ?? null,
            processes: clients.filter(({ groupId }) => groupId === row.groupId),
          });
    });
  });
}

interface Keyed {
  readonly groupId: number;
  readonly queueId: number;
  readonly off: number;
}

function keyOf({ queueId, off }: Omit<Keyed, 'groupId'>): string {
  return `${queueId} ${off}`;
}

async function readHeads(
  db: Queryable,
  rows: readonly TimelineGroupRow[],
  placeOf: ReadonlyMap<string, MessagePlace>,
): Promise<TimelineHeadRow[]> {
  const ordered = rows.filter((row) => row.deliveryOrder === 'ordered');
  if (ordered.length === 0) return [];
  return await timelineHeads(
    db,
    ordered.map((row) => row.groupId),
    ordered.map(({ queueId, off }) => ({
      queueId,
      off,
      messageGroup: placeOf.get(keyOf({ queueId, off }))?.messageGroup ?? null,
    })),
  );
}

/** Of the clients that got deliveries: more than a page names are not looked up. */
const MOST_CLIENTS = 500;

async function readClients(
  db: Queryable,
  rows: readonly TimelineGroupRow[],
  events: readonly TimelineEventRow[],
): Promise<TimelineClientRow[]> {
  const leased = rows.map(({ groupId, leaseClient: client }) => ({ groupId, client }));
  const named = [...leased, ...events].flatMap(({ groupId, client }) => (client === null ? [] : [{ groupId, client }]));
  const wanted = [...new Map(named.map((each) => [`${each.groupId} ${each.client}`, each])).values()];
  const asked = wanted.slice(0, MOST_CLIENTS);
  return await timelineClients(
    db,
    asked.map(({ groupId }) => groupId),
    asked.map(({ client }) => client),
  );
}

interface Found {
  readonly events: readonly TimelineEventRow[];
  readonly reports: readonly TimelineReportRow[];
  /** Of the broadcast group as a whole: they did not say which client. */
  readonly unnamedReports: readonly TimelineReportRow[];
  readonly head: TimelineHeadRow | null;
  readonly processes: readonly TimelineClientRow[];
}

function toTimeline(
  place: MessagePlaceRow,
  row: TimelineGroupRow,
  keepMs: number | null,
  found: Found,
): MessageTimeline {
  const events = found.events.map(toTimelineEvent);
  const storedAt = place.storedAt.toISOString();
  const leased = toLeased(row);
  const reasons = reasonsOf(found, events);
  const deliveries = buildDeliveries({ storedAt, events, reasons, leased, held: toHeld(row) });
  const generation = generationOf(row, events);
  const state = stateOf(row, events.at(-1), found.head?.passedOver === true);
  const waitingBehind = isOpen(state) ? behind(row, found.head) : null;
  const base = {
    messageId: place.messageId,
    topic: place.topic,
    queueNo: place.queueNo,
    offset: place.off,
    group: row.group,
    client: toClient(row),
    deliveryOrder: row.deliveryOrder,
    maxRetries: row.maxRetries,
    retryPolicy: row.retryPolicy,
    policyVersion: row.version,
    consumptionTimeoutMs: row.consumptionTimeoutMs,
    asOf: row.now.toISOString(),
    storedAt,
    state,
    generation,
    dueAt: state === 'waiting-retry' || state === 'ready' ? isoOrNull(row.visibleAt) : null,
    deadLetterId: row.deadLetterId,
    deadAt: state === 'expired' || state === 'discarded' ? diedAt(events) : isoOrNull(row.deadAt),
    deathCause: row.deathCause,
    expiresAt: expiresAtOf(row, keepMs, events.at(-1)),
    events,
    reasons,
    deliveries,
    processes: found.processes.map(({ client, host, application }) => ({ client, host, application })),
    lives: buildLives(storedAt, events, deliveries, generation),
    waitingBehind,
    redriveId: row.redriveId,
    held: toDecision(row.heldAt, row.heldBy, row.holdReason),
    keyHold: isOpen(state) ? keyHoldOf(found.head) : null,
    accepted: toDecision(row.acceptedAt, row.acceptedBy, row.acceptReason),
    discarded: toDiscarded(row),
  };
  // a client of a broadcast group has one delivery: nothing follows it
  return { ...base, prediction: isOpen(state) && base.client === null ? predictionOf(base, row.attempt) : null };
}

function predictionOf(timeline: Omit<MessageTimeline, 'prediction'>, attempts: number | null): Prediction | null {
  const { state, generation, waitingBehind, deliveries } = timeline;
  const running = state === 'in-flight' ? deliveries.findLast((delivery) => delivery.state === 'in-flight') : undefined;
  const attempt = attempts ?? running?.attempt ?? 0;
  if (state === 'held' || timeline.keyHold !== null) return null;
  // behind a head nothing has a time: that depends on another message
  if (waitingBehind !== null && (attempt === 0 || state === 'in-flight')) return null;
  return predict({
    policy: timeline.retryPolicy,
    maxRetries: timeline.maxRetries,
    asOf: timeline.asOf,
    attempt,
    running:
      running?.startedAt == null
        ? null
        : { startedAt: running.startedAt, retriesItself: timeline.deliveryOrder === 'ordered' && running.autoRenew },
    dueAt: timeline.dueAt,
    deliveries: deliveries.filter((delivery) => delivery.generation === generation),
  });
}

function diedAt(events: readonly TimelineEvent[]): string | null {
  return events.findLast((event) => event.state === 'DLQ')?.at ?? null;
}

/** A dead one's time, or when it was over. */
function expiresAtOf(row: TimelineGroupRow, keepMs: number | null, last: TimelineEvent | undefined): string | null {
  if (row.deadAt === null) return last?.state === 'Expired' ? last.at : null;
  return isoOrNull(expiryOf({ ...row, deadAt: row.deadAt }, keepMs));
}

function isOpen(state: TimelineState): boolean {
  return state === 'in-flight' || state === 'waiting-retry' || state === 'ready' || state === 'held';
}

function generationOf(row: TimelineGroupRow, events: readonly TimelineEvent[]): number {
  const newest = events.reduce((most, event) => Math.max(most, event.generation), 0);
  return row.generation ?? row.deadGeneration ?? newest;
}

/** A report without a client's name may be about any client that failed and said nothing of its own. */
function reasonsOf({ reports, unnamedReports }: Found, events: readonly TimelineEvent[]): FailureReason[] {
  if (reports.length > 0 || events.at(-1)?.state !== 'Dropped') return reports.map(toReason);
  return unnamedReports.map((report) => ({ ...toReason(report), unnamedClient: true }));
}

function keysOfReports(rows: readonly TimelineGroupRow[]): [number[], number[], number[]] {
  const named = rows.filter((row) => row.knownAs !== row.groupId).map((row) => ({ ...row, groupId: row.knownAs }));
  const wanted = [...new Map([...rows, ...named].map((row) => [`${row.groupId} ${keyOf(row)}`, row])).values()];
  return [wanted.map((row) => row.groupId), wanted.map((row) => row.queueId), wanted.map((row) => row.off)];
}

function toClient({ memberClient, memberSeenAt, members }: TimelineGroupRow): BroadcastClient | null {
  if (memberClient === null || memberSeenAt === null) return null;
  return { clientId: memberClient, lastSeen: memberSeenAt.toISOString(), ofClients: members ?? 1 };
}

function toDecision(at: Date | null, by: string | null, reason: string | null): OperatorDecision | null {
  return at === null ? null : { at: at.toISOString(), by: by ?? '', reason: reason ?? '' };
}

function keyHoldOf(head: TimelineHeadRow | null): OperatorDecision | null {
  return head === null ? null : toDecision(head.holdAt, head.holdBy, head.holdReason);
}

function toDiscarded(row: TimelineGroupRow): DiscardDecision | null {
  const decision = toDecision(row.discardedAt, row.discardedBy, row.discardReason);
  if (decision === null || row.discardId === null || row.restoreUntil === null) return null;
  return { ...decision, discardId: row.discardId, restoreUntil: row.restoreUntil.toISOString() };
}

function toHeld(row: TimelineGroupRow): DeliveryRecord['held'] {
  if (row.leased !== true || row.visibleAt === null) return null;
  return { leaseEndsAt: row.visibleAt.toISOString(), autoRenew: row.autoRenew === true };
}

function isoOrNull(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

function toLeased(row: TimelineGroupRow): LeasedDelivery | null {
  if (row.claimedAt === null || row.expiresAt === null) return null;
  return {
    startedAt: row.claimedAt.toISOString(),
    leaseEndsAt: row.expiresAt.toISOString(),
    client: row.leaseClient,
    autoRenew: row.leaseAutoRenew === true,
    outcome: outcomeOf(row) ?? 'elsewhere',
    ackedMs: row.ackedMs,
  };
}

function behind(row: TimelineGroupRow, head: TimelineHeadRow | null): WaitingBehind | null {
  if (head === null || !head.busy || head.headOff === null || head.headOff >= row.off || head.ahead === 0) return null;
  return {
    headId: head.headId,
    headAttempt: head.headAttempt,
    headHeld: head.headHeld,
    headVisibleAt: head.headVisibleAt?.toISOString() ?? null,
    since: head.since.toISOString(),
    ahead: head.ahead,
  };
}

export function toTimelineEvent({
  generation,
  attempt,
  state,
  cause,
  at,
  dueAt,
  client,
  policyVersion,
  redriveId,
  by,
  why,
  lateAt,
  lateAnswer,
}: TimelineEventRow): TimelineEvent {
  return {
    generation,
    attempt,
    state,
    cause,
    at: at.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    client,
    policyVersion,
    redriveId,
    by,
    why,
    late: lateAt === null || lateAnswer === null ? null : { at: lateAt.toISOString(), answer: lateAnswer },
  };
}

function toReason({ reportedAt, ...report }: TimelineReportRow): FailureReason {
  const { generation, attempt, errorType, message, stack, fingerprint, appVersion } = report;
  return {
    ...{ generation, attempt, errorType, message, stack, fingerprint, appVersion },
    reportedAt: reportedAt.toISOString(),
  };
}
