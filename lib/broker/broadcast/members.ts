import type { Clock } from '../../model/clock';
import type { ConsumerGroup } from '../../model/group';
import type { Store } from '../../store/client';
import { broadcastJoin } from '../../store/queries/broadcast/broadcast-join';
import { retryRolledBack } from '../../store/sql-errors';
import type { GroupDirectory } from '../group/directory';

/** How exact "last seen" is; far below the shortest time after which a member is dropped. */
const SEEN_EVERY_MS = 60_000;
const MAX_CACHED = 50_000;

interface Joined {
  readonly memberId: number;
  readonly seenAtMs: number;
}

/**
 * Whose rows a client's deliveries are: in a broadcast group each client is a member of its own, in any other they share
 * the group's. A member is a group in storage, so everything below works on it without knowing.
 */
export class MemberDirectory {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #groups: GroupDirectory;
  readonly #joined = new Map<string, Joined>();

  constructor(parts: { readonly store: Store; readonly clock: Clock; readonly groups: GroupDirectory }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#groups = parts.groups;
  }

  /** The client's member, made when it is new; the group itself when it does not broadcast. Marks the member as seen. */
  async holderFor(group: ConsumerGroup, clientId: number): Promise<ConsumerGroup> {
    if (group.messageModel === 'clustering') return group;
    const key = `${group.groupId} ${clientId}`;
    const known = this.#joined.get(key);
    if (known !== undefined && performance.now() - known.seenAtMs < SEEN_EVERY_MS) {
      const member = await this.#groups.memberById(known.memberId);
      if (member !== null) return member;
    }
    const memberId = await retryRolledBack(() =>
      broadcastJoin(this.#store.broker, this.#clock.nowOrNull(), group.groupId, clientId),
    );
    if (memberId === null) {
      this.#joined.delete(key);
      return await this.#groups.refresh(group.groupId);
    }
    if (this.#joined.size >= MAX_CACHED) this.#joined.clear();
    this.#joined.set(key, { memberId, seenAtMs: performance.now() });
    return await this.#groups.refresh(memberId);
  }
}
