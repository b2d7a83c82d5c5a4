import { BrokerError } from '../../model/errors';
import { LIMITS } from '../../model/limits';
import type { OutgoingMessage } from '../../model/message';
import { databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';

/** The clock of this process may differ from the database's by this much before the limit is judged wrongly. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Refuses delivery times more than 24 h ahead, before anything of the call is stored. The database is the clock; it is
 * asked only where this process's own clock might decide wrongly. Source: proxy `maxDelayTimeMills`.
 * @throws BrokerError illegal-delivery-time
 */
export async function checkDeliveryTimes(ctx: BrokerContext, messages: readonly OutgoingMessage[]): Promise<void> {
  const latest = messages.reduce<Date | null>(
    (late, { deliverAt }) => (deliverAt !== null && (late === null || deliverAt > late) ? deliverAt : late),
    null,
  );
  if (latest === null) return;
  const testNow = ctx.clock.nowOrNull();
  if (testNow === null && latest.getTime() - Date.now() < LIMITS.maxDelayMs - CLOCK_SKEW_MS) return;
  const now = testNow ?? (await databaseTime(ctx.store.broker));
  const aheadMs = latest.getTime() - now.getTime();
  if (aheadMs <= LIMITS.maxDelayMs) return;
  throw new BrokerError(
    'illegal-delivery-time',
    `deliveryTimestamp may be at most ${LIMITS.maxDelayMs} ms (24 h) ahead; it is ${aheadMs} ms ahead.`,
    { field: 'deliveryTimestamp', limit: LIMITS.maxDelayMs, value: aheadMs },
  );
}
