import type { Actor } from '../../../model/actor';
import type { Queryable } from '../../queryable';

export interface AuditEntry {
  readonly actor: Actor;
  /** "group.update": noun, dot, verb. */
  readonly action: string;
  /** What it was done to: a group's name, a message id, "re-drive 12". */
  readonly target: string;
  readonly reason?: string | undefined;
  /** What changed, without secrets and message bodies. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Numbers from RETURNING, never from the request. */
  readonly counts?: Readonly<Record<string, number>> | undefined;
}

/** Give it the connection of the transaction that makes the change: no change without its row, no row without its change. */
export async function appendAudit(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.query(
    `INSERT INTO audit (actor_kind, actor, address, action, target, reason, before, after, counts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    valuesOf(entry),
  );
}

/** For what strangers can cause without end: one row per target, action and address in that time. */
export async function appendAuditOnce(db: Queryable, entry: AuditEntry, minutes: number): Promise<void> {
  await db.query(
    `INSERT INTO audit (actor_kind, actor, address, action, target, reason, before, after, counts)
     SELECT $1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9::jsonb
     WHERE NOT EXISTS (
       SELECT FROM audit WHERE target = $5 AND action = $4 AND actor = $2 AND address IS NOT DISTINCT FROM $3
         AND at > clock_timestamp() - make_interval(mins => $10)
     )`,
    [...valuesOf(entry), minutes],
  );
}

function valuesOf(entry: AuditEntry): unknown[] {
  return [
    entry.actor.kind,
    entry.actor.name,
    entry.actor.address ?? null,
    entry.action,
    entry.target,
    entry.reason === undefined || entry.reason === '' ? null : entry.reason,
    toJson(entry.before),
    toJson(entry.after),
    toJson(entry.counts),
  ];
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
