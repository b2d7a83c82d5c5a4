import type { ChangeRetriesInput, RetryTide, RetryTideInput, WaitingInput, WaitingPage } from '../../broker';
import type { RetryJob, RetryPlan, RetrySelection, RetryVerb } from '../../model/delivery/retry-change';
import type { GroupView } from './groups';

/** Messages that failed and wait for their next delivery. Every function throws BrokerError; group-not-found. */
export interface RetriesPort {
  /** By their next delivery, held ones last. @throws BrokerError bad-request */
  list(asked: WaitingInput): Promise<WaitingOfGroup>;
  /** What is delivered next, and what moves to the DLQ, if every delivery fails. */
  forecast(asked: RetryTideInput): Promise<RetryTide>;
  /** What a change would take and leave, and why. @throws BrokerError bad-request */
  plan(verb: RetryVerb, selection: RetrySelection & { readonly reason?: string | undefined }): Promise<RetryPlan>;
  /** @throws BrokerError bad-request, not-found, conflict */
  change(verb: RetryVerb, input: ChangeRetriesInput): Promise<RetryJob>;
}

export interface WaitingOfGroup extends WaitingPage {
  /** Null: of every group. */
  readonly group: GroupView | null;
}
