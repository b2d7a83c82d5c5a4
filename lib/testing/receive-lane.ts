import { ReceiveLane } from '../broker/process/delivery/receive-lane';
import type { Claim, ReceiveLaneParts } from '../broker/process/delivery/receive-lane-parts';
import type { ReceiveRequest } from '../broker/process/delivery/receivers';

export const NOTHING: Claim = { rows: [], passedOver: 0, more: false };

/** A receive of one message that waits for a minute. */
export function asking(signal: AbortSignal | null = null): ReceiveRequest {
  return {
    want: 1,
    invisibleMs: 1000,
    clientId: 1,
    autoRenew: true,
    attemptId: null,
    queueNo: null,
    waitMs: 60_000,
    signal,
  };
}

/** Without limits and hints; its sweep finds something each second. */
export function laneOf(claim: ReceiveLaneParts['claim'], parts: Partial<ReceiveLaneParts> = {}): ReceiveLane {
  return new ReceiveLane({
    claim,
    allowance: () => Number.POSITIVE_INFINITY,
    nextDueMs: async () => null,
    joinSweep: (found) => {
      const sweep = setInterval(() => found(0), 1000);
      return () => clearInterval(sweep);
    },
    returnUndelivered: () => undefined,
    subscribeToWakes: () => () => undefined,
    queueCount: 4,
    claimsAtOnce: 1,
    receiversPerClaim: 16,
    takesAny: false,
    ended: () => undefined,
    ...parts,
  });
}
