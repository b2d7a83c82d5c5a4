import { deletionsOpen, deletionStep, type OpenDeletion } from '../../store/queries/deletion/deletion-step';
import type { BrokerContext } from '../context';

/** Rows of one transaction: a fraction of a second, so that other statements hardly wait for its locks. */
const ROWS = 2_000;
/** What the one who deletes waits for: a small group or topic is gone when he is answered. */
const FIRST_STEPS = 3;

/** Groups and topics whose names are gone and whose rows are being removed; oldest first. */
export function listDeletions(ctx: BrokerContext): Promise<readonly OpenDeletion[]> {
  return deletionsOpen(ctx.store.console);
}

/** The first steps at once. What is left, also of a failure here, is left to the loop. */
export async function beginDeletion(ctx: BrokerContext, deletionId: number): Promise<void> {
  try {
    for (let step = 0; step < FIRST_STEPS; step += 1) if ((await stepOne(ctx, deletionId)) !== false) return;
  } catch (error) {
    ctx.log.warn({ error, deletionId }, 'the rows of what was deleted could not be removed; retrying');
  }
}

/** One step of each deletion. @returns whether there is more to do at once */
export async function stepDeletions(ctx: BrokerContext): Promise<boolean> {
  const open = await deletionsOpen(ctx.store.console);
  let more = false;
  for (const { deletionId } of open) if ((await stepOne(ctx, deletionId)) === false) more = true;
  return more;
}

async function stepOne(ctx: BrokerContext, deletionId: number): Promise<boolean | null> {
  const done = await deletionStep(ctx.store.console, ctx.clock.nowOrNull(), deletionId, ROWS);
  if (done === true) for (const kind of ['group', 'topic'] as const) ctx.changes.emit({ kind });
  return done;
}
