import { type AdminCall, ANSWER } from './call';
import { fieldWhole } from './decode';

/** 14: how far a group is in a queue; null: it took nothing yet. */
export const consumerOffset: AdminCall<
  { readonly group: string; readonly topic: string; readonly queueNo: number },
  number | null
> = {
  code: 14,
  name: 'QUERY_CONSUMER_OFFSET',
  kind: 'read',
  accepts: [ANSWER.queryNotFound],
  // Without the last field a group that took nothing would seem to stand at 0.
  ask: ({ group, topic, queueNo }) => ({
    fields: { consumerGroup: group, topic, queueId: String(queueNo), setZeroIfNotFound: 'false' },
  }),
  read: ({ code, fields }) => (code === ANSWER.queryNotFound ? null : fieldWhole(fields, 'offset')),
};
