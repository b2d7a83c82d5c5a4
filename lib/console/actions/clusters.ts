'use server';

import { z } from 'zod';
import { attachCluster, changeCluster, detachCluster, testAttachedCluster, testCluster } from '../../engine';
import { alarmOptions } from '../http/alarm-options';
import { defineAction } from '../http/define-action';
import { clusterFields, clusterName } from '../schemas/cluster';
import { rowId } from '../schemas/row-id';

const permission = 'cluster:manage';
const input = z.strictObject({ name: clusterName, ...clusterFields });

export const saveClusterAction = defineAction({
  permission,
  subject: 'system',
  input: input.extend({ version: rowId.nullable() }),
  run: async ({ broker, actor }, { version, ...fields }) => {
    if (version === null) await attachCluster(broker, fields, actor, alarmOptions());
    else await changeCluster(broker, { ...fields, version }, actor, alarmOptions());
  },
});

/** What there is behind the addresses of a form, before it is saved. */
export const testClusterAction = defineAction({
  permission,
  subject: 'system',
  input,
  run: ({ broker, actor }, fields) => testCluster(broker, fields, actor, alarmOptions()),
});

export const testAttachedClusterAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject({ name: clusterName }),
  run: ({ broker, actor }, { name }) => testAttachedCluster(broker, name, actor, alarmOptions()),
});

export const detachClusterAction = defineAction({
  permission,
  subject: 'system',
  input: z.strictObject({ name: clusterName, version: rowId }),
  run: ({ broker, actor }, which) => detachCluster(broker, which, actor),
});
