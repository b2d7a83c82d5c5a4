import type { Actor } from '../../../model/audit/actor';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';

export interface AuditEntry {
  readonly actor: Actor;
  /** "group.update": noun, dot, verb. */
  readonly action: string;
  /** What it was done to: a group's name, a message id, "re-drive 12". */
  readonly target: string;
  /** The attached cluster that it was done in; absent: this installation. */
  readonly workspace?: string | undefined;
  readonly reason?: string | undefined;
  /** What changed, without secrets and message bodies. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Numbers from RETURNING, never from the request; `unknown`: an engine could not count them. */
  readonly counts?: Readonly<Record<string, number | 'unknown'>> | undefined;
}

/** A connection that sees one cluster is of that workspace, whichever verb writes. */
const WORKSPACE = "coalesce($workspace::text, current_setting('redrive.workspace', true))";

/**
 * Give it the connection of the transaction that makes the change: no change without its row, no row without its
 * change.
 */
export async function appendAudit(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.query(
    sql(
      `INSERT INTO audit (actor_kind, actor, address, action, target, workspace, reason, before, after, counts)
     VALUES ($actorKind, $actor, $address, $action, $target, ${WORKSPACE}, $reason, $before,
       $after, $counts)`,
      valuesOf(entry),
    ),
  );
}

/** For what strangers can cause without end: one row per target, action and address in that time. */
export async function appendAuditOnce(db: Queryable, entry: AuditEntry, minutes: number): Promise<void> {
  await db.query(
    sql(
      `INSERT INTO audit (actor_kind, actor, address, action, target, workspace, reason, before, after, counts)
     SELECT $actorKind, $actor, $address, $action, $target, ${WORKSPACE}, $reason, $before::jsonb, $after::jsonb,
            $counts::jsonb
     WHERE NOT EXISTS (
       SELECT FROM audit WHERE target = $target AND action = $action AND actor = $actor AND address IS NOT DISTINCT
         FROM $address
         AND at > clock_timestamp() - make_interval(mins => $minutes)
     )`,
      { ...valuesOf(entry), minutes },
    ),
  );
}

function valuesOf(entry: AuditEntry) {
  return {
    actorKind: entry.actor.kind,
    actor: entry.actor.name,
    address: entry.actor.address ?? null,
    action: entry.action,
    target: entry.target,
    workspace: entry.workspace ?? null,
    reason: entry.reason === undefined || entry.reason === '' ? null : entry.reason,
    before: toJson(entry.before),
    after: toJson(entry.after),
    counts: toJson(entry.counts),
  };
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
