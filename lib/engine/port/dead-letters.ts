import type { Actor } from '../../model/audit/actor';
import type { LetterCopyRow } from '../../store/queries/cluster/letter-copies';
import type { IndexState } from '../rocketmq/letters/state';
import type { ConsumedNow } from './brokers';

/** Dead letters where they are topics of brokers, which are indexed here. */
export interface DeadLettersPort {
  /** All of one message, newest first: one for each group, broker and death. */
  copies(messageId: string): Promise<readonly LetterCopy[]>;
  /** How complete they are: by broker and group, with what is lost. */
  index(group: string | undefined): Promise<LetterIndex>;
  /**
   * Dead letters that an old broker keeps for writing only become readable. @returns where the right was missing
   * @throws BrokerError forbidden, unavailable
   */
  makeReadable(change: {
    readonly group: string;
    readonly reason: string;
    readonly actor: Actor;
  }): Promise<{ readonly brokers: readonly string[] }>;
  /**
   * One connected 4.x client handles one of them now, and it stays a dead letter. @throws BrokerError forbidden,
   * not-found, conflict, unavailable
   */
  tryNow(asked: { readonly deadLetterId: number; readonly actor: Actor }): Promise<ConsumedNow>;
}

export interface LetterCopy extends Omit<LetterCopyRow, 'keptUntil'> {
  /** Null: not while the retention is as it is. */
  readonly expiresAt: Date | null;
}

export interface LetterIndex extends IndexState {
  /** Hours until the brokers remove what they store, the shortest; null: none says. */
  readonly brokerKeepHours: number | null;
  /** False: the cluster is attached for reading only. */
  readonly allowsChanges: boolean;
}
