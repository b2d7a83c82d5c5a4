import { expect, test } from 'vitest';

import { defaultGroupSettings, GROUP_FIELD_NAMES, GROUP_FIELDS } from '../../../model/group/group-settings';
import { changeForCluster, keptSettings } from './settings';

const settings = defaultGroupSettings('concurrent');

test.each(GROUP_FIELD_NAMES)('%s reaches the brokers of a cluster, or GROUP_FIELDS says why not', (field) => {
  const sent = Object.keys(changeForCluster({ [field]: settings[field] }, null));
  expect(sent).toHaveLength(GROUP_FIELDS[field].notInCluster === null ? 1 : 0);
});

test.each([
  [{}, { liteModel: 'shared', liteQuota: 2000 }],
  [undefined, { liteModel: 'shared', liteQuota: 2000 }],
  [
    { 'lite.sub.model': 'Shared', 'lite.sub.client.quota': '7' },
    { liteModel: 'shared', liteQuota: 7 },
  ],
  [
    { 'lite.sub.model': 'Exclusive', 'lite.sub.client.quota': 'many' },
    { liteModel: 'exclusive', liteQuota: 2000 },
  ],
  [
    { 'lite.sub.model': 'Exclusive', 'lite.sub.wildcard': 'true' },
    { liteModel: 'all', liteQuota: 2000 },
  ],
])('attributes of a group say how its clients have lite topics: %j', (attributes, expected) => {
  const { maxRetries, retryPolicy, consumptionTimeoutMs } = settings;
  const kept = { isOrdered: true, maxRetries, retryPolicy, consumptionTimeoutMs, attributes };
  expect(keptSettings({ brokers: { 'broker-a': kept } })).toMatchObject(expected);
});
