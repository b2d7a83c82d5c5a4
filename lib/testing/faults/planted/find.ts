import { type Fault, faultsIn } from '../fault';

const functions = (name: string): string => `prisma/functions/${name}.sql`;

/** Of what finds messages, and of topics that are deleted. */
export const FIND_FAULTS: readonly Fault[] = [
  ...faultsIn(
    functions('message-key-index'),
    ['lib/broker/message/find.db.test.ts'],
    [
      ['the last message of a pass is read again', 'coalesce(v_read.last + 1,', 'coalesce(v_read.last,'],
      ['two workers read the same messages', ' FOR UPDATE OF p SKIP LOCKED', ''],
    ],
  ),
  ...faultsIn(
    functions('topic-delete'),
    ['lib/broker/topic'],
    [
      [
        'a send after the deletion is stored',
        'UPDATE queue q SET closed = true WHERE q.queue_id = ANY (v_queues);',
        '',
      ],
      [
        'what clients hold stays open',
        'SET open = 0, failed = l.failed | l.open, live = false',
        'SET failed = l.failed',
      ],
    ],
  ),
];
