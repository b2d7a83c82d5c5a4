import type { Actor } from '../../model/audit/actor';
import { testNotice } from '../../model/alarm/notice';
import { deliverySettle, deliveryTest } from '../../store/queries/alarm/alarm-delivery';
import { withMetadata } from '../../store/metadata';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { tryDelivery } from './deliver';
import { requireChannel } from './edit-channel';
import { sendProblemWords } from './outbound/problem';
import type { SendOptions } from './send';

export interface TestOutcome {
  readonly sent: boolean;
  /** HTTP or SMTP code; null: none came. */
  readonly status: number | null;
  /** Why it failed, in our words. */
  readonly problem: string | null;
}

/** Sends a test to a channel once, now, whether it is on or off; never retried. @throws BrokerError not-found */
export async function testAlarmChannel(
  ctx: BrokerContext,
  { channelId, actor }: { readonly channelId: number; readonly actor: Actor },
  options: SendOptions,
): Promise<TestOutcome> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull() ?? (await databaseTime(db));
  const notice = testNotice(now);
  const { channel, deliveryId } = await withMetadata(ctx.store.prisma, async (inside) => {
    const found = await requireChannel(inside, channelId);
    await appendAudit(inside, { actor, action: 'alarm-channel.test', target: found.name });
    return { channel: found, deliveryId: await deliveryTest(inside, now, channelId, notice) };
  });
  const { status, problem } = await tryDelivery(ctx, channel, [{ deliveryId, notice }], options);
  const sent = problem === null;
  const state = sent ? 'sent' : 'given-up';
  await deliverySettle(db, ctx.clock.nowOrNull(), [deliveryId], { state, status, problem, waitMs: 0 });
  ctx.changes.emit({ kind: 'alarm' });
  return { sent, status, problem: sendProblemWords(problem) };
}
