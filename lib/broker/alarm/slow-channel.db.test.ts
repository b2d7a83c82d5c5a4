import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { alarmChannelStage, SECRET } from '../../testing/alarm-channels';
import { noticeOf } from '../../model/alarm/notice';
import { deliveryQueue } from '../../store/queries/alarm/alarm-delivery';
import { incidentOpenList } from '../../store/queries/alarm/alarm-incident';
import { deliverAlarms, DELIVERY } from './deliver';
import { createAlarmChannel } from './edit-channel';

const { stage, actor, allow, options, channel, fire, log } = alarmChannelStage();
/** Takes every request and answers none. */
const silent = createServer(() => undefined);
beforeAll(() => new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready)));
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

/** The real patience: much longer than the others may be kept waiting. */
const deliver = (): Promise<number> => deliverAlarms(stage.broker.ctx, { ...options(), timeoutMs: 5000 });

test(
  'a channel that does not answer holds up no other, and is given more while the slow one is at it',
  { tags: ['long'] },
  async () => {
    const good = await channel('webhook');
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    allow.add(origin);
    const { channelId: hanging } = await createAlarmChannel(
      stage.broker.ctx,
      { name: 'silent', kind: 'webhook', config: { url: origin }, secret: SECRET, enabled: true },
      { actor, allow },
    );
    await fire({ channelIds: [good] });
    const db = stage.broker.database.store.console;
    const [incident] = await incidentOpenList(db);
    if (incident === undefined) throw new Error('nothing fires');
    const at = stage.broker.clock.nowOrNull();
    await deliver();
    await deliveryQueue(db, at, null, noticeOf('repeated', incident), [hanging]);
    for (let more = 0; more < 4 * DELIVERY.perChannel; more += 1)
      await deliveryQueue(db, at, null, noticeOf('repeated', incident), [good]);

    expect(await deliver()).toBeGreaterThan(1 + DELIVERY.perChannel);
    const states = (await log()).filter(({ kind }) => kind === 'repeated').map(({ state }) => state);
    // It gives up on the one that hangs after 5 s; without a second round the other would have been given ten.
    expect(states.filter((state) => state === 'sent').length).toBeGreaterThan(DELIVERY.perChannel);
  },
);
