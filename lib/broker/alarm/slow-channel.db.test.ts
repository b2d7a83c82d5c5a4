import { expect, test } from 'vitest';

import { alarmChannelStage } from '../../testing/alarm-channels';
import { noticeOf } from '../../model/alarm/notice';
import { deliveryQueue } from '../../store/queries/alarm/alarm-delivery';
import { incidentOpenList } from '../../store/queries/alarm/alarm-incident';
import { deliverAlarms, DELIVERY } from './deliver';

const { stage, outside, options, channel, fire, log } = alarmChannelStage();
/** The real patience: much longer than the others may be kept waiting. */
const deliver = (): Promise<number> => deliverAlarms(stage.broker.ctx, { ...options(), timeoutMs: 5000 });

test('a channel that does not answer holds up no other, however much the other has to be told', async () => {
  const good = await channel('webhook');
  const hanging = await channel('pagerduty', '/pager');
  await fire({ channelIds: [good] });
  const db = stage.broker.database.store.console;
  const [incident] = await incidentOpenList(db);
  if (incident === undefined) throw new Error('nothing fires');
  const at = stage.broker.clock.nowOrNull();
  await deliver();
  await deliveryQueue(db, at, null, noticeOf('repeated', incident), [hanging]);
  for (let more = 0; more < 4 * DELIVERY.perChannel; more += 1)
    await deliveryQueue(db, at, null, noticeOf('repeated', incident), [good]);

  outside.http.failures.push('hang');
  expect(await deliver()).toBe(1 + 4 * DELIVERY.perChannel);
  const states = (await log()).filter(({ kind }) => kind === 'repeated').map(({ state }) => state);
  expect(states.filter((state) => state === 'sent')).toHaveLength(4 * DELIVERY.perChannel);
  expect(states.filter((state) => state === 'pending')).toHaveLength(1);
});
