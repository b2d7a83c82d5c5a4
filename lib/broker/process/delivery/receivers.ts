import type { ClaimedRow, ClaimReceiver } from '../../../store/queries/delivery/delivery-claim';

export interface ReceiveRequest extends ClaimReceiver {
  /** Which of the client's loops this is: one per queue in an ordered group; null: the client did not say. */
  readonly queueNo: number | null;
  /** How long to hold the call when nothing is there, milliseconds; 0: answer at once. */
  readonly waitMs: number;
  readonly signal: AbortSignal | null;
}

/** A receive that is held. */
export interface Receiver {
  readonly request: ReceiveRequest;
  readonly settle: (rows: readonly ClaimedRow[]) => void;
  readonly refuse: (error: unknown) => void;
  timer: NodeJS.Timeout | null;
  overdue: boolean;
  aborted: boolean;
  /** A claim is under way for it. */
  claiming: boolean;
  /** Claims that may pass over messages for it after its time is up. */
  claimsLeft: number;
}

/** The receives of the next claim: the last one may exceed the limit, and the others wait until that is paid back. */
export function withinAllowance(receivers: readonly Receiver[], allowance: number): readonly Receiver[] {
  let left = allowance;
  const end = receivers.findIndex(({ request }) => {
    if (left < 1) return true;
    left -= request.want;
    return false;
  });
  return end === -1 ? receivers : receivers.slice(0, end);
}

/** By hand: Map.groupBy came with Node 21. */
export function groupByReceiver(rows: readonly ClaimedRow[]): Map<number, ClaimedRow[]> {
  const groups = new Map<number, ClaimedRow[]>();
  for (const row of rows) {
    const group = groups.get(row.receiver);
    if (group === undefined) groups.set(row.receiver, [row]);
    else group.push(row);
  }
  return groups;
}
