import type { ClaimedRow } from '../../../store/queries/delivery/delivery-claim';
import type { ReceiveRequest } from './receivers';

/** Receives that a lane lends to a send: they get its messages in the transaction that stores them. Ended once. */
export interface Loan {
  readonly requests: readonly ReceiveRequest[];
  /** What tells the lane that there is something new. */
  readonly wake: () => void;
  /** Each has got its messages. */
  readonly give: (rows: readonly (readonly ClaimedRow[])[]) => void;
  /** None of them got anything: they wait on. What was stored alone wakes their lane, as any message does. */
  readonly takeBack: () => void;
  /** It is not known what they got. */
  readonly fail: (error: unknown) => void;
}

export interface Lender {
  /** Receives that wait for nothing but new messages, enough for so many; null: the lane has to look for itself. */
  lend(messages: number): Loan | null;
}

/** Lanes to which any message of a topic may be handed. */
export class Standbys {
  readonly #lenders = new Map<number, Map<Lender, number>>();

  add(topicId: number, groupId: number, lender: Lender): void {
    const ofTopic = this.#lenders.get(topicId) ?? new Map<Lender, number>();
    this.#lenders.set(topicId, ofTopic.set(lender, groupId));
  }

  remove(topicId: number, lender: Lender): void {
    const ofTopic = this.#lenders.get(topicId);
    ofTopic?.delete(lender);
    if (ofTopic?.size === 0) this.#lenders.delete(topicId);
  }

  /** Of one group: the others look for themselves. */
  lend(topicId: number, messages: number): (Loan & { readonly groupId: number }) | null {
    for (const [lender, groupId] of this.#lenders.get(topicId) ?? []) {
      const loan = lender.lend(messages);
      if (loan !== null) return { ...loan, groupId };
    }
    return null;
  }
}
