import type { BrokerContext } from '../../broker';
import type { TagSubscription } from '../../model/group/unsubscribed-tags';

/** What the embedded broker answers from: its verbs, and the clients that are connected to its nodes. */
export interface EmbeddedContext {
  readonly broker: BrokerContext;
  readonly listClients: () => Promise<readonly ListedClient[]>;
  /** Whether the caller may see what is of this group. */
  readonly covers: (group: string) => boolean;
  /** How long the log keeps a message. */
  readonly retentionMs: number;
}

interface ListedClient {
  readonly clientId: string;
  readonly group: string | null;
  readonly kind: string;
  readonly topics: readonly string[];
  readonly language: string;
  readonly version: string;
  readonly filters: readonly TagSubscription[];
  /** Since its last call. */
  readonly silentMs: number;
}
