import { type Reason, told } from '../../model/language/t';
import { toldTrouble, TROUBLES, type TroubleKind } from '../../store/database-trouble';
import { ownPower } from '../../store/queries/health/own-power';
import { probeDisk, probeWritable } from '../../store/queries/health/probe-database';
import type { BrokerContext } from '../context';

const ANSWERS: ReadonlySet<TroubleKind> = new Set(['read-only', 'disk-full', 'too-many-connections']);
/** Each try takes a place that others may be waiting for. */
const TRY_CONNECTION_MS = 5_000;

/** Checks, while the database is in trouble, whether that has ended. Without trouble it costs nothing. */
export async function probeDatabase({ store, databaseHealth }: BrokerContext): Promise<void> {
  if (databaseHealth.current().length === 0) return;
  const startedAtMs = performance.now();
  try {
    await probeWritable(store.broker);
    if (databaseHealth.has('disk-full')) await probeDisk(store.broker);
    if ((databaseHealth.ageMs('too-many-connections') ?? 0) > TRY_CONNECTION_MS) {
      await store.tryConnection();
      databaseHealth.clear('too-many-connections');
    }
    databaseHealth.disprove(startedAtMs);
  } catch (error) {
    const trouble = databaseHealth.note(error);
    if (trouble === null) throw error;
    // It answered, so it is there: only what it refuses is left.
    if (ANSWERS.has(trouble.kind)) databaseHealth.disprove(startedAtMs);
  }
}

export interface StorageTrouble {
  readonly kind: TroubleKind | 'disk-nearly-full';
  readonly says: Reason;
}

/** The known troubles of the database, in words; empty: none. */
export function storageTroubles({ databaseHealth, throttle, protection }: BrokerContext): StorageTrouble[] {
  const troubles = databaseHealth
    .current()
    .map((trouble): StorageTrouble => ({ kind: trouble.kind, says: toldTrouble(trouble) }));
  if (throttle.isDiskClosed() && !databaseHealth.has('disk-full'))
    troubles.push({
      kind: 'disk-nearly-full',
      says: told(
        `the disk of the database is nearly full: {free, number} MiB free, and sends are refused below
        {least, number} MiB until twice that is free`,
        { free: mebibytes(throttle.diskFree() ?? 0), least: mebibytes(protection.diskFreeBytes) },
      ),
    });
  return troubles;
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}

/** One series per kind, so that the end of a trouble is a 0. */
export function troubleGauges(
  ctx: BrokerContext,
): { name: 'redrive_database_trouble'; labels: { kind: string }; value: number }[] {
  const now = new Set(storageTroubles(ctx).map(({ kind }) => kind));
  const kinds = [...(Object.keys(TROUBLES) as TroubleKind[]), 'disk-nearly-full' as const];
  return kinds.map((kind) => ({ name: 'redrive_database_trouble', labels: { kind }, value: now.has(kind) ? 1 : 0 }));
}

/** What the role of the console's connections may do to the database itself. */
export const readOwnPower = ({ store }: BrokerContext) => ownPower(store.console);
