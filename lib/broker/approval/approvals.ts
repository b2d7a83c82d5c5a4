import type { Actor } from '../../model/audit/actor';
import { APPROVAL_LIMITS, approvalName } from '../../model/approval/approval';
import { BrokerError } from '../../model/errors';
import { type Reason, told } from '../../model/language/t';
import { withMetadata } from '../../store/metadata';
import {
  approvalDecide,
  approvalFinish,
  approvalGet,
  approvalInsert,
  approvalList,
  approvalLock,
  approvalPrune,
  type ApprovalRow,
  approvalSame,
} from '../../store/queries/approval/approvals';
import { appendAudit } from '../../store/queries/audit/audit-append';
import type { BrokerContext } from '../context';

export type Approval = ApprovalRow;

interface AskApproval extends Pick<Approval, 'workspace' | 'operation' | 'group' | 'messages' | 'reason'> {
  /** What the operation takes, with its set frozen. */
  readonly input: object;
  readonly actor: Actor;
  readonly hours: number;
}

const PAGE = 50;

/** Keeps a change for a second person. The same one again, while it waits, is the same request. @throws conflict */
export async function askApproval(ctx: BrokerContext, { input, actor, ...given }: AskApproval): Promise<Approval> {
  const asked = {
    ...given,
    ...{ input: JSON.stringify(input), askedBy: actor.name },
    askedKind: actor.kind === 'token' ? ('token' as const) : ('operator' as const),
  };
  const now = ctx.clock.nowOrNull();
  const row = await withMetadata(ctx.store.prisma, async (db) => {
    await approvalLock(db);
    const same = await approvalSame(db, now, asked);
    if (same !== null) return same;
    await approvalPrune(db, now);
    const made = await approvalInsert(db, now, asked, APPROVAL_LIMITS.open);
    if (made === null)
      throw new BrokerError(
        'conflict',
        told('{open} changes are waiting for a second person. Decide one of them first.', {
          open: APPROVAL_LIMITS.open,
        }),
        {
          limit: APPROVAL_LIMITS.open,
        },
      );
    await note(db, made, actor, 'ask', made.reason);
    return made;
  });
  ctx.changes.emit({ kind: 'setting' });
  return row;
}

export async function listApprovals(ctx: BrokerContext): Promise<Approval[]> {
  return await approvalList(ctx.store.console, ctx.clock.nowOrNull(), PAGE);
}

/** An open one of this group: the right to decide is that of the group. @throws BrokerError not-found, conflict */
export async function openApproval(ctx: BrokerContext, group: string, approvalId: number) {
  const found = await approvalGet(ctx.store.console, ctx.clock.nowOrNull(), approvalId);
  if (found === null || found.group !== group)
    throw new BrokerError(
      'not-found',
      told('Request {approvalId} of {group} does not exist.', { approvalId: approvalName(approvalId), group }),
      {
        ...{ field: 'id', value: approvalId },
      },
    );
  if (found.state === 'open') return found;
  throw notOpen(approvalId);
}

interface Decide {
  /** As `openApproval` has read it. */
  readonly approval: Approval;
  readonly actor: Actor;
  readonly reason: string;
  /** The count of the plan now; null: it cannot count them. Undefined: nothing was planned. */
  readonly messages?: number | null | undefined;
}

/**
 * Takes an open one out of the queue: `approve` for who runs it next, which then says how it ended with
 * `finishApproval`. @throws BrokerError forbidden: not another person; conflict: it is not open any more
 */
export async function decideApproval(
  ctx: BrokerContext,
  verb: 'approve' | 'refuse' | 'withdraw',
  { approval, actor, reason, messages }: Decide,
): Promise<void> {
  const now = ctx.clock.nowOrNull();
  const { approvalId } = approval;
  await withMetadata(ctx.store.prisma, async (db) => {
    const isDecided = await approvalDecide(db, now, {
      ...{ approvalId, decidedBy: actor.name, outcome: verb === 'approve' ? null : reason },
      state: STATES[verb],
      askedBy: verb === 'withdraw' ? actor.name : null,
    });
    if (!isDecided) throw whyNotDecided(await approvalGet(db, now, approvalId), verb, approval);
    await note(db, messages === undefined ? approval : { ...approval, messages }, actor, verb, reason);
  });
  ctx.changes.emit({ kind: 'setting' });
}

export async function finishApproval(
  ctx: BrokerContext,
  approvalId: number,
  state: 'done' | 'failed',
  outcome: Reason,
): Promise<void> {
  await approvalFinish(ctx.store.console, approvalId, state, outcome);
  ctx.changes.emit({ kind: 'setting' });
}

const STATES = { approve: 'running', refuse: 'refused', withdraw: 'withdrawn' } as const;

function whyNotDecided(now: Approval | null, verb: keyof typeof STATES, before: Approval): BrokerError {
  const name = approvalName(before.approvalId);
  if (now?.state !== 'open') return notOpen(before.approvalId);
  return new BrokerError(
    'forbidden',
    verb === 'withdraw'
      ? told('Only {person}, who asked for {approval}, can withdraw it.', { person: before.askedBy, approval: name })
      : told('{approval} needs a second person: you asked for it, or created the API token that did.', {
          approval: name,
        }),
    { field: 'id', value: before.approvalId },
  );
}

function notOpen(approvalId: number): BrokerError {
  return new BrokerError(
    'conflict',
    told('{approval} is no longer open. Reload the page.', { approval: approvalName(approvalId) }),
    { field: 'id', value: approvalId },
  );
}

async function note(
  db: Parameters<typeof appendAudit>[0],
  { approvalId, workspace, operation, group, messages, askedBy }: Approval,
  actor: Actor,
  verb: 'ask' | keyof typeof STATES,
  reason: string,
): Promise<void> {
  await appendAudit(db, {
    ...{ actor, action: `approval.${verb}`, target: group, reason, workspace: workspace ?? undefined },
    after: { approval: approvalName(approvalId), operation, askedBy },
    counts: { messages: messages ?? 'unknown' },
  });
}
