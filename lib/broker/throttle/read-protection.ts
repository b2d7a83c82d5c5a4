import type { BrokerContext } from '../context';

/** A built-in protection of this process, and its current level. */
export interface ProtectionUse {
  /** The label `limit` of its refusals. */
  readonly name: 'send-head-wait' | 'send-queue' | 'held-receives' | 'disk-free';
  readonly unit: 'ms' | 'requests' | 'bytes';
  readonly line: number;
  /** Null: not known. */
  readonly value: number | null;
  /** `value` may not fall below the line; of all others, it may not rise above. */
  readonly isFloor: boolean;
}

/** Limits in the code, read only: of this process, at this moment. */
export function readProtection({
  protection,
  sends,
  halves,
  deliveries,
  throttle,
  dataDirectory,
}: BrokerContext): ProtectionUse[] {
  const waiting = Math.max(sends.pressure.waiting, halves.pressure.waiting);
  const headWaitMs = Math.max(sends.pressure.headWaitMs, halves.pressure.headWaitMs);
  const room: ProtectionUse = {
    name: 'disk-free',
    unit: 'bytes',
    line: protection.diskFreeBytes,
    value: throttle.diskFree(),
    isFloor: true,
  };
  return [
    {
      name: 'send-head-wait',
      unit: 'ms',
      line: protection.sendHeadWaitMs,
      value: Math.round(headWaitMs),
      isFloor: false,
    },
    { name: 'send-queue', unit: 'requests', line: protection.sendQueueItems, value: waiting, isFloor: false },
    {
      name: 'held-receives',
      unit: 'requests',
      line: protection.heldReceivesPerLane,
      value: deliveries.heldInFullestLane,
      isFloor: false,
    },
    ...(dataDirectory === null ? [] : [room]),
  ];
}
