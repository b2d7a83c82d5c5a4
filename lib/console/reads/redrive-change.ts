import 'server-only';
import { z } from 'zod';
import { type EditableLetter, type MessageEdited, readEditable, readersOfTarget, readMessageEdits } from '../../broker';
import type { TargetReaderRow } from '../../store/queries/redrive/redrive-target';
import { defineRead } from '../http/define-read';

export type { EditableLetter, EditsPlan } from '../../broker';
export type { EditsInput } from '../schemas/redrive';

/** The one message of a plan, as an operator edits it. */
export const redriveEditableRead = defineRead({
  permission: 'message:read-body',
  subject: { group: ({ group }) => group },
  input: z.strictObject({
    group: z.string().max(200),
    message: z.string().max(255).optional(),
    letter: z
      .string()
      .regex(/^\d{1,15}$/, 'must be the number of a dead letter')
      .optional(),
  }),
  run: async ({ broker }, { group, message, letter }): Promise<EditableLetter> =>
    await readEditable(broker, {
      group,
      messageIds: message === undefined ? undefined : [message],
      deadLetterIds: letter === undefined ? undefined : [Number(letter)],
    }),
  bodiesIn: ({ messageId }) => [messageId],
});

/** What operators changed of a message. */
export const messageEditsRead = defineRead({
  permission: 'message:read-body',
  subject: 'listed',
  input: z.strictObject({ id: z.string().min(1).max(255) }),
  run: async ({ broker }, { id }): Promise<readonly MessageEdited[]> => await readMessageEdits(broker, id),
  bodiesIn: (edits, { id }) => (edits.length === 0 ? [] : [id]),
});

export interface TopicChoice {
  /** Topics that a re-drive can send to. */
  readonly topics: readonly string[];
}

const MOST_TOPICS = 1000;

export const redriveTopicsRead = defineRead({
  permission: 'dead-letter:read',
  subject: 'listed',
  input: z.strictObject({}),
  run: async ({ store }): Promise<TopicChoice> => ({
    topics: (
      await store.prisma.topic.findMany({
        where: { messageType: { in: ['NORMAL', 'FIFO'] }, deadLetterTopic: null, deletedAt: null },
        select: { name: true },
        orderBy: { name: 'asc' },
        take: MOST_TOPICS,
      })
    ).map(({ name }) => name),
  }),
});

/** Who gets a copy of what is sent to a topic. */
export const redriveTargetRead = defineRead({
  permission: 'dead-letter:read',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({ topic: z.string().max(200) }),
  run: async ({ broker }, { topic }): Promise<{ readonly groups: readonly TargetReaderRow[] }> => {
    const { groups } = await readersOfTarget(broker, { topic });
    return { groups };
  },
});
