import type { ReportFailureInput, Suggestions } from '../../broker';
import type { SuggestedMessage } from '../../broker/search/suggest';

/** What is asked of messages wherever they are kept; what one engine alone knows of them is a verb of the broker. */
export interface MessagesPort {
  /** What a text could mean; empty: the newest messages. */
  suggest(text: string): Promise<SuggestedThings>;
  /** Why one delivery failed, as its application says. @throws BrokerError bad-request, message-not-found */
  report(failure: ReportFailureInput): Promise<{ readonly stored: boolean }>;
  /** The same of many; what is wrong with one of them is its own outcome. @throws BrokerError bad-request */
  reportMany(
    failures: readonly ReportFailureInput[],
  ): Promise<readonly ({ readonly stored: boolean } | { readonly error: Error })[]>;
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
