import {
  type DeathEvidenceRow,
  deathEvidence,
  type RetryEvidenceRow,
  retryEvidence,
  roomEvidence,
  type RoomRow,
} from '../../store/queries/redrive/plan-evidence';
import { liveDelay } from '../../store/queries/redrive/redrive-evidence';
import type { BrokerContext } from '../context';

export interface RedriveEvidence {
  /** Retries of messages that failed by the causes of the set, or of the group; null: not read. */
  readonly retries: RetryEvidenceRow | null;
  readonly deaths: DeathEvidenceRow;
  readonly room: RoomRow;
  /** How long live messages waited lately, 95th percentile; null: none was claimed. */
  readonly liveDelayP95Ms: number | null;
}

export const EVIDENCE = { retriesMs: 15 * 60_000, roomDays: 7, refusedMs: 5 * 60_000 } as const;

/** What speaks for and against a re-drive to the group now. @throws BrokerError group-not-found */
export async function readRedriveEvidence(
  ctx: BrokerContext,
  { group, fingerprints }: { readonly group: string; readonly fingerprints: readonly string[] | null },
): Promise<RedriveEvidence> {
  const { groupId, name } = await ctx.groups.find(group);
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull();
  const [retries, deaths, room, liveDelayP95Ms] = await Promise.all([
    retryEvidence(db, now, groupId, EVIDENCE.retriesMs, fingerprints),
    deathEvidence(db, groupId),
    roomEvidence(db, now, { groupId, group: name }, { days: EVIDENCE.roomDays, refusedMs: EVIDENCE.refusedMs }),
    liveDelay(db, now, groupId),
  ]);
  return { retries, deaths, room, liveDelayP95Ms };
}
