import { told } from '../../../model/language/t';
import { BrokerError } from '../../../model/errors';
import type { ConsumerGroup } from '../../../model/group/group';
import { checkGroupName } from '../../../model/names';
import { groupNotFound } from '../../../model/not-found';
import { groupFind, groupMarks } from '../../../store/queries/group/group-find';
import type { Queryable } from '../../../store/queryable';
import { SharedReads } from '../shared-reads';

type Listener = (group: ConsumerGroup) => void;

const FRESH_MS = 1000;
const MAX_CACHED = 20_000;

/**
 * Groups as last read. A decision that depends on the policy is guarded by the version in its statement, so a stale one
 * is noticed.
 */
export class GroupDirectory {
  readonly #db: Queryable;
  readonly #byId = new Map<number, { group: ConsumerGroup; readAt: number }>();
  readonly #ids = new Map<string, number>();
  /** A thousand receives at once are one read; a group that is not known is read for each: it may be new. */
  readonly #reads = new SharedReads<string, ConsumerGroup>();
  readonly #listeners = new Set<Listener>();
  /** Some were read since the last comparison began: they may be older than what it saw. */
  #hasUnchecked = false;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** @throws BrokerError illegal-group, group-not-found */
  async find(name: string): Promise<ConsumerGroup> {
    const id = this.#ids.get(name);
    const cached = id === undefined ? undefined : this.#fresh(id);
    if (cached !== undefined) return cached;
    return id === undefined ? await this.readNow(name) : await this.#reads.run(name, () => this.readNow(name));
  }

  /** @throws BrokerError illegal-group, group-not-found */
  async readNow(name: string): Promise<ConsumerGroup> {
    checkGroupName(name);
    const group = await groupFind(this.#db, { name });
    if (group === null) {
      this.#ids.delete(name);
      throw groupNotFound(name);
    }
    return this.#keep(group);
  }

  /** Whether it was there when it was last asked for. */
  knows(name: string): boolean {
    return this.#ids.has(name);
  }

  async byId(groupId: number): Promise<ConsumerGroup> {
    return this.#fresh(groupId) ?? (await this.refresh(groupId));
  }

  /** The group as operators know it: for a member, its broadcast group. */
  async namedById(groupId: number): Promise<ConsumerGroup> {
    const group = await this.byId(groupId);
    return group.broadcastOf === null ? group : await this.byId(group.broadcastOf);
  }

  /** A member of a broadcast group; null: it is gone, retired with the model of its group, or not a member. */
  async memberById(groupId: number): Promise<ConsumerGroup | null> {
    const group = this.#fresh(groupId) ?? (await groupFind(this.#db, { groupId }));
    if (group === null || group.broadcastOf === null || group.messageModel !== 'broadcasting') return null;
    return this.#fresh(groupId) ?? this.#keep(group);
  }

  /** Reads the group now. @throws BrokerError group-not-found */
  async refresh(groupId: number): Promise<ConsumerGroup> {
    const group = await groupFind(this.#db, { groupId });
    if (group === null) {
      this.#byId.delete(groupId);
      throw new BrokerError('group-not-found', told('The consumer group does not exist any more.'), { field: 'group' });
    }
    return this.#keep(group);
  }

  /** A member whose client has left. */
  forget(memberId: number): void {
    this.#byId.delete(memberId);
  }

  /** Deleted here; other processes read it again within a second. */
  remove(groupId: number, name: string): void {
    this.#byId.delete(groupId);
    this.#ids.delete(name);
  }

  /** Groups and members as kept. */
  get size(): number {
    return this.#byId.size;
  }

  /** Notifies when a group has a new version, made here or by another process. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get hasUnchecked(): boolean {
    return this.#hasUnchecked;
  }

  /** Reads versions and pauses of all groups, and each group again whose own is another one. */
  async compare(): Promise<void> {
    const readAt = performance.now();
    this.#hasUnchecked = false;
    try {
      const marks = new Map((await groupMarks(this.#db)).map((mark) => [mark.groupId, mark]));
      for (const [groupId, { group, readAt: keptAt }] of this.#byId) {
        const mark = marks.get(groupId);
        if (group.broadcastOf !== null) continue;
        if (mark === undefined) {
          if (keptAt < readAt) this.remove(groupId, group.name);
        } else if (group.version !== mark.version || group.pausedAt?.getTime() !== mark.pausedAt?.getTime()) {
          await this.refresh(groupId);
        }
      }
    } catch (error) {
      this.#hasUnchecked = true;
      throw error;
    }
    this.confirm(readAt);
  }

  /** No group has changed since the last comparison: each is as fresh as if read then. Members follow theirs. */
  confirm(readAt: number): void {
    for (const known of this.#byId.values())
      if (known.group.broadcastOf === null) known.readAt = Math.max(known.readAt, readAt);
  }

  #fresh(groupId: number): ConsumerGroup | undefined {
    const cached = this.#byId.get(groupId);
    return cached !== undefined && performance.now() - cached.readAt < FRESH_MS ? cached.group : undefined;
  }

  /** Members come with every client that starts: they are not kept for ever. */
  #makeRoom(): void {
    if (this.#byId.size < MAX_CACHED) return;
    for (const [groupId, { group }] of this.#byId) if (group.broadcastOf !== null) this.#byId.delete(groupId);
  }

  #keep(group: ConsumerGroup): ConsumerGroup {
    const before = this.#byId.get(group.groupId)?.group;
    // Two reads may answer in either order: an older result is ignored.
    if (before !== undefined && before.version > group.version) return before;
    if (group.broadcastOf === null) this.#ids.set(group.name, group.groupId);
    else this.#makeRoom();
    this.#byId.set(group.groupId, { group, readAt: performance.now() });
    if (group.broadcastOf === null) this.#hasUnchecked = true;
    if (before !== undefined && before.version < group.version) for (const listener of this.#listeners) listener(group);
    return group;
  }
}
