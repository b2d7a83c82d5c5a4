import type { Reason } from '../../model/language/t';
/** What one broker has of a group or topic that is to be deleted. */
export interface BrokerRemains {
  readonly broker: string;
  /** Null: it answered; else what is there is unknown. */
  readonly problem: Reason | null;
  /** Its own settings, and not only what is left of it. */
  readonly hasSettings: boolean;
  /** Queues in which groups have a position. */
  readonly positions: number;
  /** With the retry and dead-letter topics that go too. */
  readonly topics: readonly { readonly topic: string; readonly queues: number; readonly messages: number }[];
  /** Retry topics that stay, because by their names they may be of another group. */
  readonly left: readonly string[];
}

/** A name server after a deletion; with a problem it may still name brokers of the topic. */
export interface DeletedAt {
  readonly place: string;
  readonly problem: Reason | null;
}

/** Of an engine with brokers behind it. */
export interface DeletionInBrokers {
  readonly brokers: readonly BrokerRemains[];
  /** Empty: nothing was deleted yet. */
  readonly nameServers: readonly DeletedAt[];
}
