import { z } from 'zod';
import { operation } from '../../http/operation';
import { changeOutput } from '../../schemas/set-change';
import { leaseHolderShape } from '../../schemas/shapes';
import { changes, looks } from './keys';
import { msg, t, told } from '../../../model/language/t';

const subject = { group: ({ group }: { readonly group: string }) => group };
const cause = z.string().min(1).max(100).describe('Fingerprint of the last reported failure of the first messages');

/** For the dialog: what the move would take and leave. */
export const headsPlan = operation({
  ...{ ...looks, subject },
  name: 'headsPlan',
  summary: 'What a move of all heads of one cause would take and leave',
  input: z.strictObject({ group: z.string().max(200), cause }),
  run: ({ engine }, asked) => engine.keys.planHeads(asked),
});

const { output, answers } = changeOutput({
  ids: ['HeadsPlan', 'HeadsMove'],
  excluded: 'with another cause, held by an operator',
  through: {
    headMessageIds: z.array(z.string()).describe('Give them with the move, and no head that came later is in it'),
    behind: z.int().describe('Messages behind these heads: they stay, and are delivered next'),
    holders: z.array(leaseHolderShape).describe('Clients that heads would be taken from'),
    consequences: z.array(z.string()).describe('What taking them means, in the words of the audit log'),
  },
  more: {},
});

export const moveHeads = operation({
  ...{ ...changes, subject },
  name: 'moveHeads',
  summary: 'Move the first messages of all keys that one cause blocks to the DLQ; messages behind them are delivered',
  input: z.strictObject({
    group: z.string(),
    cause,
    headMessageIds: z
      .array(z.string().max(255))
      .max(500)
      .optional()
      .describe('First messages from a dry run; only these are moved'),
    reason: z.string().default('').describe('Kept in the audit log; required'),
    dryRun: z.boolean().default(false).describe('Dry run: count the messages and change nothing'),
  }),
  output,
  http: { method: 'post', path: '/groups/{group}/keys/move-heads', tag: 'Retries', ...answers },
  run: async ({ engine: { keys }, actor }, { dryRun, reason, ...asked }) => {
    if (dryRun) return { dryRun, ...(await keys.planHeads({ ...asked, reason })) };
    const { jobId, ...job } = await keys.moveHeads({ ...asked, reason, actor });
    return { dryRun, id: String(jobId), ...job };
  },
  second: {
    act: msg('Move head messages to the DLQ'),
    what: 'blocked message',
    plan: async ({ engine: { keys } }, { dryRun, ...asked }) => {
      if (dryRun) return null;
      const { wouldChange, excluded, headMessageIds, behind, consequences } = await keys.planHeads(asked);
      const facts = [
        { name: t('Cause'), text: asked.cause },
        { name: t('Messages behind them'), text: t('{count, number}, delivered next', { count: behind }) },
        ...consequences.map((text) => ({ name: t('Consequence'), text })),
      ];
      return { messages: wouldChange, excluded, facts, fixed: { headMessageIds } };
    },
    outcome: (answer) =>
      'changed' in answer
        ? told('{changed, number} of {matched, number} moved', { changed: answer.changed, matched: answer.matched })
        : '',
  },
});
