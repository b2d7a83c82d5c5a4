import { describe, expect, test } from 'vitest';

import { consumerOffset } from '../../cluster/admin/consumer-offset';
import { oneGroupConfig } from '../../cluster/admin/group-config-one';
import { pull } from '../../cluster/admin/pull';
import type { Cluster } from '../../cluster/cluster';
import { createGroup } from '../../cluster/read/change-group';
import { hasOwnGroup, makeHelper, removeHelper } from '../../cluster/redrive/helpers';
import type { Letter } from '../../cluster/redrive/letter';
import { prepareWay, sendCopy } from '../../cluster/redrive/send-copy';
import type { StoredMessage } from '../../cluster/wire/message';
import { storedAt } from './stored-at';

/** The ways back: what a broker stores of a copy, and where. */
export function describeWays({ cluster }: { readonly cluster: () => Cluster }): void {
  describe('ways back', () => {
    test('a copy comes into the retry topic of a group while its helper is there, and the helper goes', async () => {
      const helper = { group: 's-billing', topic: 's-orders' };
      await createGroup(cluster(), { group: 's-billing', settings: {} });
      expect(await hasOwnGroup(cluster(), 'broker-a', helper)).toBe(false);
      await makeHelper(cluster(), 'broker-a', helper);
      const letter: Letter = {
        ...{ ...helper, broker: 'broker-a', queueNo: 0, offset: 0, messageId: 'M-1', tag: 'paid', keys: ['k'] },
        ...{ flag: 3, sysFlag: 0, bornMs: 1_795_320_000_000, body: Buffer.from('again') },
        properties: { UNIQ_KEY: 'M-1', KEYS: 'k', TAGS: 'paid', DELAY: '3', tenant: 'acme' },
      };
      const copy = { letter, way: 'pop-retry', lineage: 's-run', ord: 7 } as const;
      const sent = await sendCopy(cluster(), copy);
      expect(sent).toMatchObject({ kind: 'sent', topic: '%RETRY%s-billing_s-orders', at: { queueNo: 0, offset: 0 } });
      const place = { topic: '%RETRY%s-billing_s-orders', queueNo: 0, offset: 0, most: 1 };
      const stored = await storedAt(cluster(), 'broker-a', place);
      expect(stored).toMatchObject({ reconsumeTimes: 0, flag: 3, bornTimestamp: 1_795_320_000_000 });
      expect(stored.body.toString()).toBe('again');
      const { UNIQ_KEY, KEYS, TAGS, tenant, DELAY, RETRY_TOPIC, REDRIVE_ID } = stored.properties;
      expect([UNIQ_KEY, KEYS, TAGS, tenant, DELAY]).toEqual(['M-1', 'k', 'paid', 'acme', undefined]);
      expect([RETRY_TOPIC, REDRIVE_ID]).toEqual(['s-orders', 's-run.7']);
      await removeHelper(cluster(), 'broker-a', helper);
      expect(await hasOwnGroup(cluster(), 'broker-a', helper)).toBe(false);
      expect(await cluster().ask('broker-a', oneGroupConfig, { group: 's-billing' })).not.toBeNull();
    });

    test('what is sent back waits for its time; a group that took nothing has no position', async () => {
      await createGroup(cluster(), { group: 's-ordered', settings: {} });
      await prepareWay(cluster(), 'broker-a', 'send-back', 's-orders');
      const letter: Letter = {
        ...{ broker: 'broker-a', group: 's-ordered', topic: 's-orders', queueNo: 0, offset: 0, messageId: 'M-2' },
        ...{ tag: null, keys: [], flag: 0, sysFlag: 0, bornMs: 1_795_320_000_000, body: Buffer.from('back') },
        properties: { UNIQ_KEY: 'M-2' },
      };
      const from = (
        await cluster().ask('broker-a', pull, { topic: 'SCHEDULE_TOPIC_XXXX', queueNo: 0, offset: 0, most: 1 })
      )?.max;
      const sent = await sendCopy(cluster(), { letter, way: 'send-back', lineage: 's-run', ord: 8 });
      expect(sent).toMatchObject({ kind: 'sent', topic: 'REDRIVE_STAGE' });
      const place = { topic: 'SCHEDULE_TOPIC_XXXX', queueNo: 0, offset: from ?? 0, most: 32 };
      const isOwn = (message: StoredMessage): boolean => message.properties['REDRIVE_ID'] === 's-run.8';
      const own = await storedAt(cluster(), 'broker-a', place, isOwn);
      expect(own).toMatchObject({ reconsumeTimes: 1, properties: { REAL_TOPIC: '%RETRY%s-ordered' } });
      const at = { group: 's-ordered', topic: '%RETRY%s-ordered', queueNo: 0 };
      expect(await cluster().ask('broker-a', consumerOffset, at)).toBeNull();
    });
  });
}
