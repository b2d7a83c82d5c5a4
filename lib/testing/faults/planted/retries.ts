import { type Fault, faultsIn } from '../fault';

const RETRIES = ['retries', 'keys'].map((part) => `lib/broker/retry/${part}.db.test.ts`);

const functions = (name: string): string => `prisma/functions/${name}.sql`;

export const RETRY_FAULTS: readonly Fault[] = [
  ...faultsIn(functions('retry-change'), RETRIES, [
    ['a message that a client has is changed', "WHEN r.leased THEN 'with a client now'", "WHEN false THEN ''"],
    [
      'a filter hands out what was held since it looked',
      "visible_at = 'infinity', hold_job = p_job, epoch = nextval('epoch_seq')",
      "visible_at = 'infinity', hold_job = p_job",
    ],
    ['what changed since it was chosen is changed', "WHEN r.epoch <> w.epoch THEN 'changed meanwhile'", ''],
    ['a released message is due at once', 'SET visible_at = r.held_due_at', 'SET visible_at = p_now'],
  ]),
  ...faultsIn(functions('fifo-hold'), RETRIES, [
    [
      'a released key stays busy',
      'PERFORM fifo_free(array_fill(p_group, ARRAY[cardinality(p_queue)]), p_queue, p_mgroup);',
      'PERFORM 1;',
    ],
    ['what fails in a held key is due', 'AND NOT a.leased AND a.held_due_at IS NULL OFFSET 0', 'AND false OFFSET 0'],
  ]),
];
