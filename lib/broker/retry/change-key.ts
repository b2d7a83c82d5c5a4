import type { PoolClient } from 'pg';
import type { Actor } from '../../model/actor';
import { BrokerError } from '../../model/errors';
import type { RetryVerb } from '../../model/retry-change';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { retryChange, retryJobInsert, retryJobNote } from '../../store/queries/retry/retry-job';
import {
  keyHead,
  type KeyHeadRow,
  keyHold,
  keyLock,
  keyPlaces,
  type KeyPlaceRow,
} from '../../store/queries/retry/key-change';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { checkReason } from '../dead-letter/check-change';
import { checkText } from '../dead-letter/browse';

export interface KeyInput {
  readonly group: string;
  /** A message group; or the offset of a message without one, which is a key of its own. */
  readonly key: string | { readonly off: number };
  /** Needed when the key is busy in several topics. */
  readonly topic?: string | undefined;
  readonly queueNo?: number | undefined;
}

export interface ChangeKeyInput extends KeyInput {
  readonly reason: string;
  readonly actor: Actor;
}

/** What was done, and to which message of the key; null: to the key as a whole, and none of it is under way. */
export interface KeyChange {
  readonly jobId: number;
  readonly topic: string;
  readonly queueNo: number;
  readonly messageId: string | null;
}

const AUDIT: Readonly<Record<RetryVerb, string>> = {
  now: 'key.retry',
  bury: 'key.bury',
  hold: 'key.hold',
  release: 'key.release',
};

/**
 * An operator's decision about a busy key of an ordered group. `now` and `bury` are about its head: delivered at once,
 * or to the dead letters so that the next of the key goes on. `hold` keeps everything of the key from being delivered;
 * what a client has already goes on, and other keys are not touched.
 * @throws BrokerError bad-request, group-not-found, not-found (not busy), conflict (a client has the head; nothing to do)
 */
export async function changeKey(ctx: BrokerContext, verb: RetryVerb, input: ChangeKeyInput): Promise<KeyChange> {
  checkReason(input.reason);
  if (typeof input.key === 'string') checkText('key', input.key);
  const { groupId } = await ctx.groups.find(input.group);
  const mgroup = typeof input.key === 'string' ? input.key : `\u0001${input.key.off}`;
  const place = await placeOf(ctx, groupId, mgroup, input);
  const key = { groupId, queueId: place.queueId, key: mgroup };
  const change = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      const now = ctx.clock.nowOrNull();
      const { topic, queueNo } = place;
      const selection = { kind: 'key', key: nameOf(input), topic, queueNo };
      await keyLock(db, groupId, place.queueId);
      const jobId = await retryJobInsert(db, now, {
        groupId,
        verb,
        selection,
        reason: input.reason.trim(),
        actorKind: input.actor.kind,
        actor: input.actor.name,
        actorAddress: input.actor.address ?? null,
      });
      const head = await keyHead(db, groupId, place.queueId, mgroup);
      const messageId = head?.messageId ?? null;
      if (verb === 'hold' || verb === 'release') await setHold(db, now, jobId, verb, key, input);
      else {
        const why = head === null ? NOTHING_WAITS : await decideHead(db, now, { jobId, verb, groupId }, place, head);
        if (why !== null) throw conflict(input, why);
      }
      await retryJobNote(db, now, jobId, 1, {});
      await appendAudit(db, {
        actor: input.actor,
        action: AUDIT[verb],
        target: input.group,
        reason: input.reason.trim(),
        after: { request: jobId, key: nameOf(input), topic, queueNo, messageId },
      });
      return { jobId, topic, queueNo, messageId };
    }),
  );
  if (verb === 'bury') await ctx.deaths.report(groupId, [place.queueId]);
  ctx.wakeups.group(groupId);
  ctx.changes.emit({ kind: 'message', group: input.group });
  if (verb === 'bury') ctx.changes.emit({ kind: 'dead-letter', group: input.group });
  return change;
}

const NOTHING_WAITS = 'nothing of it waits';

async function setHold(
  db: PoolClient,
  now: Date | null,
  jobId: number,
  verb: 'hold' | 'release',
  key: Parameters<typeof keyHold>[3],
  input: KeyInput,
): Promise<void> {
  const changed = await keyHold(db, now, jobId, key, verb === 'hold');
  if (!changed) throw conflict(input, verb === 'hold' ? 'it is held already' : 'it is not held');
}

/** Why the head stays as it is; null: it is done. */
async function decideHead(
  db: PoolClient,
  now: Date | null,
  job: { readonly jobId: number; readonly verb: 'now' | 'bury'; readonly groupId: number },
  { queueId }: KeyPlaceRow,
  head: KeyHeadRow,
): Promise<string | null> {
  if (head.leased) {
    const until = head.until === null ? '' : ` until ${head.until.toISOString()}`;
    return `${head.client ?? 'a client'} has its head${until}`;
  }
  const part = { queueIds: [queueId], offs: [head.off], epochs: [head.epoch] };
  const [tally] = await retryChange(db, now, job, part);
  return tally?.why == null ? null : `its head is ${tally.why}`;
}

function conflict(input: KeyInput, why: string): BrokerError {
  return new BrokerError('conflict', `nothing was changed about the key ${nameOf(input)}: ${why}.`, {
    field: 'key',
    value: nameOf(input),
  });
}

async function placeOf(
  { store }: BrokerContext,
  groupId: number,
  mgroup: string,
  input: KeyInput,
): Promise<KeyPlaceRow> {
  const places = await keyPlaces(store.console, groupId, mgroup, input);
  const [place] = places;
  if (place === undefined) {
    throw new BrokerError('not-found', `the key ${nameOf(input)} of ${input.group} is not blocked or held.`, {
      field: 'key',
      value: nameOf(input),
    });
  }
  if (places.length > 1) {
    const where = places.map(({ topic, queueNo }) => `${topic}, queue ${queueNo}`).join('; ');
    throw new BrokerError('bad-request', `the key ${nameOf(input)} is busy in ${where}: name the topic.`, {
      field: 'topic',
      limit: 'one of these',
    });
  }
  return place;
}

function nameOf({ key }: KeyInput): string {
  return typeof key === 'string' ? key : `of offset ${key.off}`;
}
