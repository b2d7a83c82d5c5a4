import type { ReportFailureInput, StoredBody, Suggestions } from '../../broker';
import type { SuggestedMessage } from '../../broker/search/suggest';
import type { SilentBroker } from '../../cluster';
import type { BrokerPlace } from '../../model/message/broker-place';
import type { FindInput, FoundMessage } from '../../model/message/found-message';

/** What is asked of messages wherever they are kept; what one engine alone knows of them is a verb of the broker. */
export interface MessagesPort {
  /** What a text could mean; empty: the newest messages. */
  suggest(text: string): Promise<SuggestedThings>;
  /**
   * Newest first. An attached cluster has the log of one topic, by broker, queue, offset and time; no index.
   * @throws BrokerError bad-request, topic-not-found, unavailable
   */
  find(input: FindInput): Promise<FoundPage>;
  /** What may have been meant by an id or key that finds no message. */
  missed(text: string): Promise<{ readonly expired: Date | null; readonly similar: readonly string[] }>;
  /** Nothing older is in any log; null: not known. */
  keptSince(): Promise<Date | null>;
  /** One copy as a broker stores it. @throws BrokerError message-not-found, unavailable */
  stored(place: BrokerPlace): Promise<StoredInBroker>;
  /**
   * @param at a queue and an offset, "half-" and a queue, or a place at a broker
   * @throws BrokerError message-not-found
   */
  body(of: { readonly id: string; readonly at: string }): Promise<StoredBody>;
  /** Why one delivery failed, as its application says. @throws BrokerError bad-request, message-not-found */
  report(failure: ReportFailureInput): Promise<{ readonly stored: boolean }>;
  /** The same of many; what is wrong with one of them is its own outcome. @throws BrokerError bad-request */
  reportMany(
    failures: readonly ReportFailureInput[],
  ): Promise<readonly ({ readonly stored: boolean } | { readonly error: Error })[]>;
}

export interface FoundInLog extends FoundMessage {
  /** Null: one store. */
  readonly broker: string | null;
}

export interface FoundPage {
  readonly items: readonly FoundInLog[];
  readonly nextCursor: string | null;
  /** Checked one by one so far, and how many there are; null: found by index. */
  readonly checked: { readonly at: number; readonly of: number | null } | null;
  /** Messages too new to be found by key; 0: none. */
  readonly unseen: number;
  /** Null: one store, of which nothing can be missing. */
  readonly brokers: { readonly answered: readonly string[]; readonly silent: readonly SilentBroker[] } | null;
}

export interface StoredInBroker extends FoundInLog {
  readonly offset: number;
  readonly properties: Readonly<Record<string, string>>;
  /** As the broker counts failed deliveries. */
  readonly reconsumeTimes: number;
  readonly encoding: string;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly traceContext: string | null;
  /** Why no client may be asked to consume it now; null: it may. */
  readonly consumeNotOffered: string | null;
}

/** As much of a message as the palette shows. */
interface SuggestedItem extends Pick<
  SuggestedMessage,
  'messageId' | 'topic' | 'queueNo' | 'offset' | 'outside' | 'storedAt' | 'keys' | 'moreGroups' | 'matched'
> {
  readonly groups: readonly Pick<SuggestedMessage['groups'][number], 'group' | 'state' | 'blocked'>[];
}

export interface SuggestedThings extends Pick<Suggestions, 'keys' | 'things'> {
  readonly exact: readonly SuggestedItem[];
  readonly beginning: readonly SuggestedItem[];
  /** Nothing older is in the log; null: not known. */
  readonly keptSince: Date | null;
}
