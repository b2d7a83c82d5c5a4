import { z } from 'zod';
import { type Approval, decideApproval, finishApproval, listApprovals as list, openApproval } from '../../../broker';
import { APPROVAL_STATES, approvalName } from '../../../model/approval/approval';
import { BrokerError, isBrokerError } from '../../../model/errors';
import { msg, t, told } from '../../../model/language/t';
import { approved, operation } from '../../http/operation';
import type { PlannedChange } from '../../http/second-person';
import { reasonSchema } from '../../schemas/group';
import { rowId } from '../../schemas/row-id';
import { time } from '../../schemas/shapes';
import { discardDeadLetters, discardOnPage } from '../dead-letters/change';
import { resetGroupOffset } from '../groups/reset-offset';
import { undoGroupReset } from '../groups/undo-reset';
import { moveHeads } from '../keys/heads';
import { createRedirect } from '../redirects/redirects';
import { startPlanned, startRedrive } from '../redrives/start';
import { changeRetries } from '../retries/pages';
import { buryRetries, holdRetries, releaseRetries, retryNow } from '../retries/retries';

/** Every operation that can need a second person, by its name. */
const APPROVED = new Map(
  [
    ...[approved(startPlanned), approved(startRedrive), approved(discardDeadLetters), approved(discardOnPage)],
    ...[approved(resetGroupOffset), approved(changeRetries), approved(moveHeads), approved(createRedirect)],
    ...[approved(undoGroupReset)],
    ...[retryNow, buryRetries, holdRetries, releaseRetries].map(approved),
  ].map((each) => [each.name, each]),
);

const count = z.int().min(0);
const looks = { permission: 'redrive:read', needs: 'installation', subject: 'listed', effect: 'read' } as const;
const decides = { permission: 'approval:decide', needs: 'installation', effect: 'change' } as const;
const subject = { group: ({ group }: { readonly group: string }) => group };

const approvalShape = z
  .object({
    id: z.string(),
    cluster: z.string().nullable().describe('null: this installation'),
    act: z.string(),
    group: z.string(),
    messages: count.nullable().describe('When it was asked; null: an engine could not count them'),
    reason: z.string(),
    askedBy: z.string(),
    askedAt: time,
    expiresAt: time,
    state: z
      .enum(APPROVAL_STATES)
      .describe('running: approved; how it ended is not known yet, or its process went away'),
    decidedBy: z.string().nullable(),
    decidedAt: time.nullable(),
    outcome: z.string().nullable().describe('What came of it, why it failed, or why it was refused'),
  })
  .meta({ id: 'Approval' });

export const listApprovals = operation({
  ...looks,
  name: 'listApprovals',
  summary: 'Changes that wait for approval by a second person, and decided changes',
  input: z.strictObject({}),
  output: z.object({ items: z.array(approvalShape) }),
  http: {
    method: 'get',
    path: '/approvals',
    tag: 'Approvals',
    answer: 'The open ones first; at most 50, and 50 others',
  },
  run: async ({ broker }) => ({
    items: (await list(broker)).map(withAct).map(({ approvalId, workspace, operation: _o, ...row }) => ({
      ...row,
      ...{ id: approvalName(approvalId), cluster: workspace },
    })),
  }),
});

export const approvalsPage = operation({
  ...looks,
  name: 'approvals',
  summary: 'Changes that wait for a second person, and who may decide',
  input: z.strictObject({}),
  run: async ({ broker, reasonAgainst }) => ({
    items: (await list(broker)).map(withAct),
    decideNotAllowed: reasonAgainst('approval:decide'),
  }),
});

function withAct(row: Approval) {
  const known = APPROVED.get(row.operation);
  return {
    ...row,
    act: known === undefined ? row.operation : t(known.act as 'Re-drive'),
    what: known?.what ?? 'message',
  };
}

export const approvalPlan = operation({
  ...looks,
  ...{ name: 'approvalPlan', summary: 'What a waiting change would do now', subject, personal: true },
  input: z.strictObject({ group: z.string().max(200), id: z.coerce.number().pipe(rowId) }),
  run: async ({ broker, principal }, { group, id }) => {
    const { input, ...row } = await openApproval(broker, group, id);
    try {
      const planned = await knownOf(row).plan(principal, row.workspace, input);
      return { planned, problem: isNothing(planned) ? t('The change would have no effect any more.') : null };
    } catch (error) {
      if (!isBrokerError(error)) throw error;
      return { planned: null, problem: error.shown };
    }
  },
});

const named = z.strictObject({ group: z.string().max(200), id: rowId });

export const approveRequest = operation({
  ...{ ...decides, subject },
  name: 'approveRequest',
  summary: 'Make the change that another person asked for',
  input: named.extend({
    messages: count.nullable().describe('As the plan showed them to who approves'),
  }),
  run: async ({ broker, actor, principal }, { group, id, messages }) => {
    if (principal.kind !== 'operator')
      throw new BrokerError(
        'forbidden',
        told('Only a person who is signed in to the console can approve. An API token cannot.'),
      );
    const { input, ...row } = await openApproval(broker, group, id);
    const known = knownOf(row);
    known.confirm(principal);
    const now = await known.plan(principal, row.workspace, input);
    if (isNothing(now))
      throw new BrokerError('conflict', told('{id} would have no effect any more.', { id: approvalName(id) }));
    if (messages !== null && (now.messages === null || now.messages > messages))
      throw new BrokerError(
        'conflict',
        now.messages === null
          ? told('The plan no longer says how many messages it has. Review it again.')
          : told('The plan has grown to {messages, number} messages since it was shown. Review it again.', {
              messages: now.messages,
            }),
        {
          ...{ field: 'messages', limit: now.messages ?? 'known', value: messages },
        },
      );
    const reason = `${row.reason} (${approvalName(id)}, asked by ${row.askedBy})`.trim();
    await decideApproval(broker, 'approve', { approval: row, actor, reason: row.reason, messages: now.messages });
    const ended = await known.run(principal, row.workspace, { ...(input as object), reason: reason.slice(-500) }).then(
      (outcome) => ({ state: 'done' as const, outcome }),
      async (error: unknown) => {
        if (isBrokerError(error)) return { state: 'failed' as const, outcome: error.reason };
        const says = told('Something failed. The audit log of {group} shows how far it got.', { group });
        await finishApproval(broker, id, 'failed', says);
        throw error;
      },
    );
    await finishApproval(broker, id, ended.state, ended.outcome);
    return ended;
  },
});

export const refuseRequest = operation({
  ...{ ...decides, subject },
  name: 'refuseRequest',
  summary: 'Say no to a change that another person asked for',
  input: named.extend({ reason: reasonSchema.min(1, msg('Enter a reason. The person who asked reads it.')) }),
  run: async ({ broker, actor, principal }, { group, id, reason }) => {
    const { input, ...row } = await openApproval(broker, group, id);
    await knownOf(row).mayMake(principal, row.workspace, input);
    await decideApproval(broker, 'refuse', { approval: row, actor, reason });
    return {};
  },
});

export const withdrawRequest = operation({
  ...{ ...decides, subject },
  name: 'withdrawRequest',
  summary: 'Take back what one asked for oneself',
  input: named,
  run: async ({ broker, actor }, { group, id }) => {
    const approval = await openApproval(broker, group, id);
    await decideApproval(broker, 'withdraw', { approval, actor, reason: '' });
    return {};
  },
});

/** Retries that were tried again left the set, and a re-drive has taken dead letters since. */
function isNothing(planned: PlannedChange | null): planned is null | (PlannedChange & { readonly messages: 0 }) {
  return planned === null || planned.messages === 0;
}

function knownOf({ operation: name }: Pick<Approval, 'operation'>) {
  const known = APPROVED.get(name);
  if (known !== undefined) return known;
  throw new BrokerError('conflict', told('This version of the console does not support this request any more.'));
}
