import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { LIMITS } from '../../model/limits';
import type { OutgoingMessage } from '../../model/message/message';
import { aboutDatabaseTime, databaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';

/**
 * Refuses delivery times more than 24 h ahead, before anything of the call is stored. The database is the clock; it is
 * read again only before a refusal. Source: proxy `maxDelayTimeMills`.
 * @throws BrokerError illegal-delivery-time
 */
export async function checkDeliveryTimes(ctx: BrokerContext, messages: readonly OutgoingMessage[]): Promise<void> {
  const latest = messages.reduce<Date | null>(
    (late, { deliverAt }) => (deliverAt !== null && (late === null || deliverAt > late) ? deliverAt : late),
    null,
  );
  if (latest === null) return;
  const db = ctx.store.broker;
  const aheadOf = (now: Date): number => latest.getTime() - now.getTime();
  if (aheadOf(ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(db))) <= LIMITS.maxDelayMs) return;
  const aheadMs = aheadOf(ctx.clock.nowOrNull() ?? (await databaseTime(db)));
  if (aheadMs <= LIMITS.maxDelayMs) return;
  throw new BrokerError(
    'illegal-delivery-time',
    told('deliveryTimestamp may be at most {maxDelayMs} ms (24 h) ahead (got {aheadMs} ms).', {
      maxDelayMs: LIMITS.maxDelayMs,
      aheadMs,
    }),
    { field: 'deliveryTimestamp', limit: LIMITS.maxDelayMs, value: aheadMs },
  );
}
