import type { BrokerContext } from '../../broker';

/** What the embedded broker answers from: its verbs, and the clients that are connected to this node. */
export interface EmbeddedContext {
  readonly broker: BrokerContext;
  readonly listClients: () => Promise<readonly { readonly group: string | null; readonly kind: string }[]>;
}
