import type {
  BlockedKeys,
  BlockedKeysOf,
  ChangeKeyInput,
  HeadsMove,
  HeadsPlan,
  KeyChange,
  LaneMessage,
} from '../../broker';
import type { Actor } from '../../model/audit/actor';
import type { RetryJob, RetryVerb } from '../../model/delivery/retry-change';
import type { GroupView } from './groups';

/** Keys of ordered groups that wait for their first message, or are held. */
export interface KeysPort {
  /** Longest blocked first; without a group: of every group. @throws BrokerError group-not-found */
  list(of: BlockedKeysOf): Promise<KeysOfGroup>;
  /** The first messages behind the head of one key, from an offset on. */
  lane(of: KeyPlace & { readonly after: number; readonly limit: number }): Promise<readonly LaneMessage[]>;
  /** @throws BrokerError bad-request, conflict, group-not-found, key-not-found */
  change(verb: RetryVerb, input: ChangeKeyInput): Promise<KeyChange>;
  /** What `moveHeads` would take and leave. @throws BrokerError group-not-found */
  planHeads(of: HeadsMove & { readonly reason?: string | undefined }): Promise<HeadsPlan>;
  /** The heads of all keys that one cause blocks, to the DLQ. @throws BrokerError bad-request, not-found, conflict */
  moveHeads(of: HeadsMove & { readonly reason: string; readonly actor: Actor }): Promise<RetryJob>;
}

export interface KeysOfGroup extends BlockedKeys {
  /** Null: of every group. */
  readonly group: GroupView | null;
}

interface KeyPlace {
  readonly group: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly key: string;
}
