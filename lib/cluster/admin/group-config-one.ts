import { type AdminCall, ANSWER } from './call';
import { jsonOf } from './decode';
import { type GroupConfig, groupConfigOf } from './group-config';

/** 352: one group at one broker; null: it is not there. */
export const oneGroupConfig: AdminCall<{ readonly group: string }, GroupConfig | null> = {
  code: 352,
  name: 'GET_SUBSCRIPTIONGROUP_CONFIG',
  kind: 'read',
  accepts: [ANSWER.groupNotFound],
  ask: ({ group }) => ({ fields: { group } }),
  read: ({ code, body }, { group }) => (code === ANSWER.groupNotFound ? null : groupConfigOf(jsonOf(body), group)),
};
