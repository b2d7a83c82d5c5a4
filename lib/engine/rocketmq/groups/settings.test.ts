import { expect, test } from 'vitest';

import { defaultGroupSettings, GROUP_FIELD_NAMES, GROUP_FIELDS } from '../../../model/group/group-settings';
import { changeForCluster } from './settings';

const settings = defaultGroupSettings('concurrent');

test.each(GROUP_FIELD_NAMES)('%s reaches the brokers of a cluster, or GROUP_FIELDS says why not', (field) => {
  const sent = Object.keys(changeForCluster({ [field]: settings[field] }, null));
  expect(sent).toHaveLength(GROUP_FIELDS[field].notInCluster === null ? 1 : 0);
});
