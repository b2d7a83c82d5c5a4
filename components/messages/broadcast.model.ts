import { plural } from '@/components/ui/number.model';
import type { MessageTimeline, TimelineDelivery, TimelineState } from '@/lib/model/message/timeline';
import type { FailureReason } from '@/lib/model/message/timeline';

/** How the message fared at one client of a broadcast group. */
export interface BroadcastRow {
  readonly clientId: string;
  readonly lastSeen: string;
  readonly state: TimelineState;
  /** The delivery that counts; null: the client was not handed it. */
  readonly delivery: TimelineDelivery | null;
  /** Replies with the message that did not reach the client. */
  readonly lostReplies: number;
  readonly reason: FailureReason | null;
}

const ORDER: readonly TimelineState[] = [
  'dropped',
  'in-flight',
  'ready',
  'waiting-retry',
  'dead',
  'unrecorded',
  'consumed',
];

/** One row per client: failed first, then what is not decided. Pure. */
export function broadcastRows(clients: readonly MessageTimeline[]): BroadcastRow[] {
  const rank = ({ state }: BroadcastRow): number => (ORDER.includes(state) ? ORDER.indexOf(state) : ORDER.length);
  return clients
    .flatMap(({ client, state, deliveries, reasons }) => {
      if (client === null) return [];
      const real = deliveries.filter(({ attempt }) => attempt > 0);
      const delivery = real.findLast(({ startedAt }) => startedAt !== null) ?? null;
      return {
        clientId: client.clientId,
        lastSeen: client.lastSeen,
        state,
        delivery,
        lostReplies: deliveries.length - real.length,
        reason: delivery?.reason ?? reasons.at(-1) ?? null,
      };
    })
    .toSorted((a, b) => rank(a) - rank(b) || a.clientId.localeCompare(b.clientId));
}

export interface BroadcastSummary {
  readonly sentence: string;
  readonly detail: string;
  readonly failed: number;
}

/** The state at all clients as one sentence. Pure. */
export function broadcastSummary(clients: readonly MessageTimeline[]): BroadcastSummary {
  const of = (...states: readonly TimelineState[]): number =>
    clients.filter(({ state }) => states.includes(state)).length;
  const [consumed, failed, held, toCome] = [
    of('consumed'),
    of('dropped'),
    of('in-flight'),
    of('ready', 'waiting-retry'),
  ];
  const others = clients.length - consumed - failed - held - toCome;
  const parts = [
    consumed > 0 ? `consumed by ${consumed}` : null,
    failed > 0 ? `failed at ${failed}` : null,
    held > 0 ? `in flight to ${held}` : null,
    toCome > 0 ? `still to come for ${toCome}` : null,
    others > 0 ? `filtered out or not on record for ${others}` : null,
  ].filter((part) => part !== null);
  const total = clients[0]?.client?.ofClients ?? clients.length;
  const whom = total > clients.length ? `the ${clients.length} of ${total} clients shown` : plural(total, 'client');
  return {
    sentence: `Broadcast to ${whom}: ${parts.join(', ')}.`,
    detail:
      failed > 0
        ? 'Broadcast messages are not retried: what failed at a client stays failed there, on record.'
        : 'Each client gets the message once. Broadcast messages are not retried.',
    failed,
  };
}
