import type { HalfMessage, ListTransactionsInput, ResolveTransactionInput } from '../../broker';
import type { Page } from '../../broker/page-of';
import type { TransactionPolicy } from '../../model/message/half-message';
import type { ToldReading } from '../../model/reading';

/** Half messages: stored, and not delivered until their producer commits them. */
export interface TransactionsPort {
  policy(): TransactionPolicy;
  /** Pending ones, longest waiting first, or resolved ones, newest first. @throws BrokerError topic-not-found */
  page(asked: ListTransactionsInput): Promise<Page<HalfMessage>>;
  /** How many of a topic wait. */
  pending(topic: string): Promise<ToldReading<number>>;
  /** @throws BrokerError bad-request, transaction-not-found, transaction-ended */
  resolve(change: ResolveTransactionInput): Promise<{ readonly state: string; readonly changed: boolean }>;
}
