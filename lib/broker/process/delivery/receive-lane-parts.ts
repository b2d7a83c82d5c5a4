import type { ClaimedRow } from '../../../store/queries/delivery/delivery-claim';
import type { ReceiveRequest } from './receivers';

/** What one claim brought. */
export interface Claim {
  readonly rows: readonly ClaimedRow[];
  /** Messages it went past because the filter does not match them; behind them may be others. */
  readonly passedOver: number;
  /** Whether another claim may find something that this one left. */
  readonly more: boolean;
}

export interface ReceiveLaneParts {
  readonly claim: (firstQueueNo: number, receivers: readonly ReceiveRequest[]) => Promise<Claim>;
  /**
   * Messages that the limits of the group let it have now: held receives were admitted before others used up the
   * allowance.
   */
  readonly allowance: () => number;
  /** Milliseconds until a waiting message is due; null: none waits. */
  readonly nextDueMs: () => Promise<number | null>;
  /** Has the sweep of the process look for it while it waits, and say in how many milliseconds it should claim. */
  readonly joinSweep: (found: (dueMs: number) => void) => () => void;
  /** Rows claimed for a client that has disconnected. */
  readonly returnUndelivered: (rows: readonly ClaimedRow[], request: ReceiveRequest) => void;
  readonly subscribeToWakes: (wake: () => void) => () => void;
  readonly queueCount: number;
  /** Claims under way at once while there is a backlog, each on queues of its own. */
  readonly claimsAtOnce: number;
  /** Receives that one claim serves at most. */
  readonly receiversPerClaim: number;
  /** Any message of the topic may be handed to it, in any order. */
  readonly takesAny: boolean;
  /** No client has received for a while: it hears nothing any more. */
  readonly ended: () => void;
}
