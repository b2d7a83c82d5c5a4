import type { ClaimReceiver } from '../../store/queries/delivery/delivery-claim';
import type { PeekedMessage } from '../../store/queries/filter/filter-peek';
import type { DueMessage, FilterDecision } from '../../store/queries/filter/filter-take';
import type { Matcher } from './matcher';

/** What a receive may still take. */
interface Room {
  messages: number;
  bytes: number;
}

interface Stretch {
  receiver: number;
  readonly queueId: number;
  readonly seg: number;
  readonly fromOff: number;
  readonly fromSeg: number;
  endOff: number;
  readonly offs: number[];
  filtered: number;
}

export interface Decided extends FilterDecision {
  /** Messages of the log that a client gets. */
  readonly chosen: number;
  readonly passedOver: number;
}

/**
 * Decides which receive gets which of the peeked messages. As without a filter: due messages that failed before fill up
 * to half of each receive, then the log comes, then the due ones that are left. The log is read until every receive has
 * enough. By priority, all this is done for each queue in turn, and due messages may fill all of a receive.
 */
export async function decide(
  matcher: Matcher,
  peeked: readonly PeekedMessage[],
  receivers: readonly ClaimReceiver[],
  maxBytes: number,
  byPriority = false,
): Promise<Decided> {
  const drops: DueMessage[] = [];
  const matching: DueMessage[] = [];
  const rooms = receivers.map(({ want }): Room => ({ messages: want, bytes: maxBytes }));
  const left = (): number[] => rooms.map(({ messages }) => messages);
  const half = left().map((messages) => Math.max(1, Math.floor(messages / 2)));
  const due: (DueMessage & { receiver: number })[] = [];
  const handOut = (limits: readonly number[]): void => {
    for (const [receiver, room] of rooms.entries()) {
      const taken = matching.splice(0, Math.min(room.messages, limits[receiver] ?? 0));
      room.messages -= taken.length;
      due.push(...taken.map((each) => ({ ...each, receiver })));
    }
  };
  const leases: Stretch[] = [];
  for (const part of byPriority ? queuesOf(peeked) : [peeked]) {
    for (const { epoch, queueId, off, values } of part) {
      if (epoch !== null) ((await matcher.matches(values)) ? matching : drops).push({ queueId, off, epoch });
    }
    handOut(byPriority ? left() : half);
    leases.push(...(await readLog(matcher, part, rooms)));
    handOut(left());
  }
  const chosen = leases.reduce((sum, { offs }) => sum + offs.length, 0);
  const passed = leases.reduce((sum, { fromOff, endOff }) => sum + endOff - fromOff, 0);
  return { drops, due, leases, chosen, passedOver: passed - chosen + drops.length };
}

/** In the order in which they come. */
function queuesOf(peeked: readonly PeekedMessage[]): (readonly PeekedMessage[])[] {
  const queues = new Set(peeked.map(({ queueId }) => queueId));
  return [...queues].map((queue) => peeked.filter(({ queueId }) => queueId === queue));
}

async function readLog(matcher: Matcher, peeked: readonly PeekedMessage[], rooms: Room[]): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  let receiver = 0;
  for (const { epoch, queueId, off, seg, fromOff, fromSeg, bytes, values } of peeked) {
    if (epoch !== null) continue;
    while ((rooms[receiver]?.messages ?? 1) === 0) receiver += 1;
    if (rooms[receiver] === undefined) break;
    const last = stretches.at(-1);
    let stretch: Stretch;
    if (last?.queueId === queueId) stretch = last;
    else {
      stretch = { receiver, queueId, seg, fromOff, fromSeg, endOff: fromOff, offs: [], filtered: 0 };
      stretches.push(stretch);
    }
    if (await matcher.matches(values)) {
      receiver = nextWithRoom(rooms, receiver, bytes);
      const room = rooms[receiver];
      if (room === undefined) break;
      if (stretch.offs.length > 0 && stretch.receiver !== receiver) {
        const { endOff } = stretch;
        stretch = { receiver, queueId, seg, fromOff: endOff, fromSeg: seg, endOff, offs: [], filtered: 0 };
        stretches.push(stretch);
      }
      stretch.receiver = receiver;
      stretch.offs.push(off);
      room.messages -= 1;
      room.bytes -= bytes;
    } else stretch.filtered += 1;
    stretch.endOff = off + 1;
  }
  return stretches.filter(({ fromOff, endOff }) => endOff > fromOff);
}

/** A message always fits into an empty receive: no body is larger than a receive may carry. */
function nextWithRoom(rooms: readonly Room[], from: number, bytes: number): number {
  let receiver = from;
  for (let room = rooms[receiver]; room !== undefined; room = rooms[receiver]) {
    if (room.messages > 0 && bytes <= room.bytes) break;
    receiver += 1;
  }
  return receiver;
}
