import type { AdminCall } from './call';
import { fieldWhole } from './decode';

/** 29: the first offset of a queue that was stored at a time or later. */
export const searchOffset: AdminCall<
  { readonly topic: string; readonly queueNo: number; readonly atMs: number },
  number
> = {
  code: 29,
  name: 'SEARCH_OFFSET_BY_TIMESTAMP',
  kind: 'read',
  ask: ({ topic, queueNo, atMs }) => ({
    fields: { topic, queueId: String(queueNo), timestamp: String(atMs), boundaryType: 'LOWER' },
  }),
  read: ({ fields }) => fieldWhole(fields, 'offset'),
};
