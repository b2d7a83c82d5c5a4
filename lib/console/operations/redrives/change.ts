import { z } from 'zod';
import { planEdits, readEditable, readersOfTarget, readMessageEdits, targetTopics } from '../../../broker';
import { operation } from '../../http/operation';
import { planSelection, toPlanned } from '../../schemas/plan-selection';
import { editsSchema } from '../../schemas/redrive';
import { msg } from '../../../model/language/t';

const common = { effect: 'read', needs: 'change-redrive' } as const;

export const redriveEditable = operation({
  ...common,
  name: 'redriveEditable',
  summary: 'The one message of a plan, as an operator edits it',
  permission: 'message:read-body',
  subject: { group: ({ group }) => group },
  input: z.strictObject({
    group: z.string().max(200),
    message: z.string().max(255).optional(),
    letter: z
      .string()
      .regex(/^\d{1,15}$/, msg('{field} must be the number of a dead letter.'))
      .optional(),
  }),
  run: ({ broker }, { group, message, letter }) =>
    readEditable(broker, {
      group,
      messageIds: message === undefined ? undefined : [message],
      deadLetterIds: letter === undefined ? undefined : [Number(letter)],
    }),
  bodiesIn: ({ messageId }) => [messageId],
});

export const previewEdits = operation({
  ...common,
  name: 'previewEdits',
  summary: 'What an edit would make of the messages of a plan: reads and tries all of them, and changes nothing',
  permission: 'message:read-body',
  subject: { group: ({ group }) => group },
  input: z.strictObject({ group: z.string().max(200), selection: planSelection, edits: editsSchema }),
  run: ({ broker }, { group, selection, edits }) => planEdits(broker, { group, ...toPlanned(selection) }, edits),
  bodiesIn: ({ examples }) => examples.map(({ messageId }) => messageId),
});

export const messageEdits = operation({
  ...common,
  name: 'messageEdits',
  summary: 'What operators changed of a message',
  permission: 'message:read-body',
  subject: 'listed',
  input: z.strictObject({ id: z.string().min(1).max(255) }),
  run: ({ broker }, { id }) => readMessageEdits(broker, id),
  bodiesIn: (edits, { id }) => (edits.length === 0 ? [] : [id]),
});

export const redriveTopics = operation({
  ...common,
  name: 'redriveTopics',
  summary: 'Topics that a re-drive can send to',
  permission: 'dead-letter:read',
  subject: 'listed',
  input: z.strictObject({}),
  run: async ({ broker }) => ({ topics: await targetTopics(broker) }),
});

export const redriveTarget = operation({
  ...common,
  name: 'redriveTarget',
  summary: 'Who gets a copy of what is sent to a topic',
  permission: 'dead-letter:read',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({ topic: z.string().max(200) }),
  run: async ({ broker }, { topic }) => ({ groups: (await readersOfTarget(broker, { topic })).groups }),
});
