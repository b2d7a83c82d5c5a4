import type { PoolClient } from 'pg';
import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { joined, type Told, told } from '../../model/language/t';
import type { RetryVerb } from '../../model/delivery/retry-change';
import { inEnglish } from '../../model/language/speech';
import { toldWhyLeft } from '../../model/dead-letter/letter-change';
import { consequencesOf, type RevokeVerb } from '../../model/delivery/revoke';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { retryChange, retryJobInsert, retryJobNote } from '../../store/queries/retry/retry-job';
import { deliveryRevoke } from '../../store/queries/retry/delivery-revoke';
import {
  keyBehind,
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
import { checkRevokeReason } from './revoke';

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
  /** A head that a client has is taken back from it; without this it is refused. */
  readonly revoke?: boolean | undefined;
  /** The head that the operator saw: another one is left alone. */
  readonly headMessageId?: string | undefined;
}

/** What was done, and to which message of the key; null: to the key as a whole, and none of it is under way. */
export interface KeyChange {
  readonly jobId: number;
  readonly topic: string;
  readonly queueNo: number;
  readonly messageId: string | null;
  /** The client that the head was taken back from. */
  readonly revokedFrom: string | null;
}

const AUDIT: Readonly<Record<RetryVerb, string>> = {
  now: 'key.retry',
  bury: 'key.bury',
  hold: 'key.hold',
  release: 'key.release',
};

/**
 * An operator's decision about a busy key of an ordered group. `now` and `bury` are about its head: delivered at once,
 * or to the dead letters so that the next of the key goes on. With `revoke` they end the lease of a client that has the
 * head: what that client answers afterwards is refused. `hold` keeps everything of the key from being delivered; what a
 * client has already goes on, and other keys are not touched.
 * @throws BrokerError bad-request, group-not-found, not-found (not busy), conflict (a client has the head; nothing to
 * do)
 */
export async function changeKey(ctx: BrokerContext, verb: RetryVerb, input: ChangeKeyInput): Promise<KeyChange> {
  checkReason(input.reason);
  if (input.revoke === true) checkRevokeReason(input.reason);
  if (typeof input.key === 'string') checkText('key', input.key);
  const { groupId } = await ctx.groups.find(input.group);
  const mgroup = typeof input.key === 'string' ? input.key : `\u0001${input.key.off}`;
  const place = await placeOf(ctx, groupId, mgroup, input);
  const key = { groupId, queueId: place.queueId, key: mgroup };
  const change = await retryRolledBack(() =>
    withTransaction(ctx.store.console, async (db) => {
      const now = ctx.clock.nowOrNull();
      const { topic, queueNo } = place;
      const revoke = input.revoke === true ? { revoke: true } : {};
      const selection = { kind: 'key', key: nameOf(input), topic, queueNo, ...revoke };
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
      let revoked: Revoked | null = null;
      if (verb === 'hold' || verb === 'release') await setHold(db, now, jobId, verb, key, input);
      else {
        if (head === null) throw conflict(input, told('No message of this key is waiting.'));
        revoked = await revokeHead(ctx, db, { jobId, verb, key, input }, head);
        const epoch = revoked?.epoch ?? head.epoch;
        const part = { queueIds: [key.queueId], offs: [head.off], epochs: [epoch] };
        const [tally] = await retryChange(db, now, { jobId, verb, groupId }, part);
        if (tally?.why != null) throw conflict(input, headIs(tally.why));
      }
      const taken = revoked === null ? {} : { clients: [revoked.client], consequences: revoked.consequences };
      await retryJobNote(db, now, jobId, 1, {});
      await appendAudit(db, {
        actor: input.actor,
        action: AUDIT[verb],
        target: input.group,
        reason: input.reason.trim(),
        after: { request: jobId, key: nameOf(input), topic, queueNo, messageId, ...taken },
      });
      return { jobId, topic, queueNo, messageId, revokedFrom: revoked?.client ?? null };
    }),
  );
  if (verb === 'bury') await ctx.deaths.report(groupId, [place.queueId]);
  ctx.wakeups.group(groupId);
  ctx.changes.emit({ kind: 'message', group: input.group });
  if (verb === 'bury') ctx.changes.emit({ kind: 'dead-letter', group: input.group });
  return change;
}

async function setHold(
  db: PoolClient,
  now: Date | null,
  jobId: number,
  verb: 'hold' | 'release',
  key: Parameters<typeof keyHold>[3],
  input: KeyInput,
): Promise<void> {
  const changed = await keyHold(db, now, jobId, key, verb === 'hold');
  if (!changed)
    throw conflict(input, verb === 'hold' ? told('This key is already held.') : told('This key is not held.'));
}

interface Revoked {
  readonly epoch: number;
  readonly client: string;
  readonly consequences: readonly string[];
}

/** Takes a head that a client has back from it. Null: it waits already. @throws BrokerError conflict */
async function revokeHead(
  { clock }: BrokerContext,
  db: PoolClient,
  {
    jobId,
    verb,
    key: { groupId, queueId, key },
    input,
  }: {
    readonly jobId: number;
    readonly verb: RevokeVerb;
    readonly key: Parameters<typeof keyHold>[3];
    readonly input: ChangeKeyInput;
  },
  head: KeyHeadRow,
): Promise<Revoked | null> {
  if (input.headMessageId !== undefined && input.headMessageId !== head.messageId) throw conflict(input, headMoved());
  if (!head.leased) return null;
  const client = head.client ?? 'a client';
  if (input.revoke !== true) {
    throw conflict(
      input,
      head.until === null
        ? told('{client} has the head message of this key. Use revoke to take it from the client.', { client })
        : told('{client} has the head message of this key until {until}. Use revoke to take it from the client.', {
            ...{ client, until: head.until.toISOString() },
          }),
    );
  }
  const { behind, held } = await keyBehind(db, groupId, queueId, key);
  const job = { jobId, verb, groupId };
  const [row] = await deliveryRevoke(db, clock.nowOrNull(), job, [{ queueId, off: head.off, epoch: head.epoch }]);
  if (row === undefined || row.why !== null || row.epoch === null)
    throw conflict(input, row?.why == null ? headMoved() : headIs(row.why));
  const of = { verb, group: input.group, messages: 1, client: head.client, key: { behind, held } };
  const consequences = inEnglish(() => consequencesOf(of));
  return { epoch: row.epoch, client, consequences };
}

function headIs(why: string): Told {
  return told('The head message of this key cannot be changed: {why}.', { why: toldWhyLeft(why) });
}

/** Consumed, moved or leased since the page was read. */
function headMoved(): Told {
  return told('The head message of this key has changed since this page was read. Reload the page.');
}

function conflict(input: KeyInput, message: Told): BrokerError {
  return new BrokerError('conflict', message, {
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
    throw new BrokerError(
      'not-found',
      told('The key {input} of {group} is neither blocked nor held.', { input: nameOf(input), group: input.group }),
      {
        field: 'key',
        value: nameOf(input),
      },
    );
  }
  if (places.length > 1) {
    const where = joined(
      places.map(({ topic, queueNo }) => told('{topic}, queue {queue, number}', { topic, queue: queueNo })),
    );
    throw new BrokerError(
      'bad-request',
      told('The key {input} exists in {where}. Name the topic.', { input: nameOf(input), where }),
      {
        field: 'topic',
        limit: 'one of these',
      },
    );
  }
  return place;
}

function nameOf({ key }: KeyInput): string {
  return typeof key === 'string' ? key : `of offset ${key.off}`;
}
