import type { Clock } from '../../../model/clock';
import type { ConsumerGroup } from '../../../model/group/group';
import type { Store } from '../../../store/client';
import { broadcastJoin } from '../../../store/queries/broadcast/broadcast-join';
import { retryRolledBack } from '../../../store/sql-errors';
import type { GroupDirectory } from './groups';

/** How exact "last seen" is; far below the shortest time after which a member is dropped. */
const SEEN_EVERY_MS = 60_000;
const MAX_CACHED = 20_000;

interface Joined {
  readonly memberId: number;
  readonly seenAtMs: number;
}

/**
 * Whose rows a client's deliveries are: in a broadcast group each client is a member of its own, in any other they
 * share the group's. A member is a group in storage, so everything below treats it like any group.
 */
export class MemberDirectory {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #groups: GroupDirectory;
  /** By client, then by group: a client is of few groups. */
  readonly #joined = new Map<number, Map<number, Joined>>();

  constructor(parts: { readonly store: Store; readonly clock: Clock; readonly groups: GroupDirectory }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#groups = parts.groups;
  }

  /**
   * The client's member, made when it is new; the group itself when it does not broadcast. Marks the member as seen.
   */
  async holderFor(group: ConsumerGroup, clientId: number): Promise<ConsumerGroup> {
    if (group.messageModel === 'clustering') return group;
    const known = this.#joined.get(clientId)?.get(group.groupId);
    if (known !== undefined && performance.now() - known.seenAtMs < SEEN_EVERY_MS) {
      const member = await this.#groups.memberById(known.memberId);
      if (member !== null) return member;
    }
    const memberId = await retryRolledBack(() =>
      broadcastJoin(this.#store.broker, this.#clock.nowOrNull(), group.groupId, clientId),
    );
    if (memberId === null) {
      this.#joined.get(clientId)?.delete(group.groupId);
      return await this.#groups.refresh(group.groupId);
    }
    this.#keep(clientId, group.groupId, memberId);
    return await this.#groups.refresh(memberId);
  }

  /** The client has left. @returns its members */
  forget(clientId: number): number[] {
    const memberIds = [...(this.#joined.get(clientId)?.values() ?? [])].map(({ memberId }) => memberId);
    this.#joined.delete(clientId);
    return memberIds;
  }

  /** Clients that this process knows as members. */
  get size(): number {
    return this.#joined.size;
  }

  #keep(clientId: number, groupId: number, memberId: number): void {
    const own = this.#joined.get(clientId) ?? new Map<number, Joined>();
    // The one that was seen last is kept longest.
    this.#joined.delete(clientId);
    this.#joined.set(clientId, own.set(groupId, { memberId, seenAtMs: performance.now() }));
    const [oldest] = this.#joined.keys();
    if (this.#joined.size > MAX_CACHED && oldest !== undefined) this.#joined.delete(oldest);
  }
}
