import type { RefusedView } from '@/lib/console/operations/limits/views';
import { shortName } from '@/lib/model/group/client-host';
import { mapReading, type Reading } from '@/lib/model/reading';

type Wait = Extract<RefusedView['wait'], { readonly value: unknown }>['value'];

/** The clients of one application on one host, as one limit refused them. */
export interface RefusedProducer extends Pick<RefusedView, 'limit' | 'topic' | 'group' | 'lastAt' | 'wait'> {
  readonly id: string;
  /** Its access key; '': it has none. */
  readonly application: string;
  /** '': not listed by name. */
  readonly host: string;
  readonly clients: readonly string[];
  readonly refused: number;
}

/** By application and host: a client ID changes with each restart. The most refused first. */
export function refusedProducers(rows: readonly RefusedView[]): RefusedProducer[] {
  const found = new Map<string, RefusedProducer>();
  for (const { limit, topic, group, client, accessKey, refused, lastAt, wait } of rows) {
    const host = client === '' ? '' : shortName(client);
    const id = JSON.stringify([limit, topic, group, accessKey, host]);
    const before = found.get(id);
    found.set(
      id,
      before === undefined
        ? { ...{ id, limit, topic, group, application: accessKey, host }, clients: [client], refused, lastAt, wait }
        : {
            ...before,
            clients: [...before.clients, client],
            refused: before.refused + refused,
            lastAt: before.lastAt > lastAt ? before.lastAt : lastAt,
            wait: both(before.wait, wait),
          },
    );
  }
  return [...found.values()].toSorted((one, other) => other.refused - one.refused);
}

/** Unknown of one is unknown of both. */
function both(one: Reading<Wait>, other: Reading<Wait>): Reading<Wait> {
  if (one.kind === 'unknown') return one;
  return mapReading(other, (value) => ({
    ...value,
    through: one.value.through + value.through,
    longestMs: most(one.value.longestMs, value.longestMs),
    waiting: one.value.waiting + value.waiting,
    waitingMs: most(one.value.waitingMs, value.waitingMs),
    gone: one.value.gone + value.gone,
    mostInARow: Math.max(one.value.mostInARow, value.mostInARow),
    lostSight: one.value.lostSight + value.lostSight,
  }));
}

function most(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
