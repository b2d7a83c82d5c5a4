import type { MessageTimeline, TimelineDelivery, TimelineState } from '@/lib/model/message/timeline';
import type { FailureReason } from '@/lib/model/message/timeline';
import { enumerated } from '@/lib/model/language/list';
import { compareNames } from '@/lib/model/language/names';
import { t } from '@/lib/model/language/t';

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
    .toSorted((a, b) => rank(a) - rank(b) || compareNames(a.clientId, b.clientId));
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
    consumed > 0 ? t('consumed by {count, number}', { count: consumed }) : null,
    failed > 0 ? t('failed at {count, number}', { count: failed }) : null,
    held > 0 ? t('in flight to {count, number}', { count: held }) : null,
    toCome > 0 ? t('not yet delivered to {count, number}', { count: toCome }) : null,
    others > 0 ? t('filtered out or not on record for {count, number}', { count: others }) : null,
  ].filter((part) => part !== null);
  const total = clients[0]?.client?.ofClients ?? clients.length;
  const states = enumerated(parts);
  return {
    sentence:
      total > clients.length
        ? t('Broadcast to the {shown, number} of {total, number} clients shown: {states}.', {
            ...{ shown: clients.length, total, states },
          })
        : t('Broadcast to {total, plural, one {# client} other {# clients}}: {states}.', { total, states }),
    detail:
      failed > 0
        ? t('Broadcast messages are not retried. A failed delivery stays on record.')
        : t('Each client receives the message once. Broadcast messages are not retried.'),
    failed,
  };
}
