import 'server-only';
import { askApproval } from '../../broker';
import { approvalFrom, approvalName } from '../../model/approval/approval';
import type { Actor } from '../../model/audit/actor';
import { requireReason } from '../../model/check-number';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import { getRuntime } from '../../runtime/singleton';

/** What a change would do now, as a second person judges it. */
export interface PlannedChange {
  /** Messages that it changes; null: an engine cannot count them, so it is taken as too many. */
  readonly messages: number | null;
  readonly excluded: readonly { readonly why: string; readonly count: number }[];
  /** What else decides whether it is safe: a text, or a moment. */
  readonly facts: readonly { readonly name: string; readonly text?: string; readonly at?: Date | null }[];
  /** Fields of the input that fix the set: nothing that comes later joins it. */
  readonly fixed: object;
}

interface Asked<Input extends object> {
  readonly operation: string;
  /** Has `group` and `reason`. */
  readonly input: Input;
  /** Null: it changes nothing. */
  readonly plan: () => Promise<PlannedChange | null>;
  readonly workspace: string | null;
  readonly actor: Actor;
}

/**
 * Before a change that can be too large for one person.
 *
 * @throws BrokerError needs-approval: the change is kept for a second person with its set fixed, and nothing was done;
 *   bad-request: there is no reason for that person
 */
export async function forOnePerson<Input extends object>({
  operation,
  input,
  plan,
  workspace,
  actor,
}: Asked<Input>): Promise<void> {
  const broker = getRuntime().ctx;
  const { rules, expiresAfterHours: hours } = (await broker.settings.find('approvals')).value;
  const { group, reason = '' } = input as { readonly group: string; readonly reason?: string };
  const from = approvalFrom({ rules, expiresAfterHours: hours }, workspace, group);
  const planned = from === null ? null : await plan();
  if (from === null || planned === null) return;
  const { messages } = planned;
  if (messages !== null && messages < from) return;
  requireReason(reason, told('`reason` is required because a second person must approve this and reads it.'));
  const fixed = { ...input, ...planned.fixed };
  const kept = await askApproval(broker, { workspace, operation, group, messages, reason, hours, actor, input: fixed });
  const name = approvalName(kept.approvalId);
  throw new BrokerError(
    'needs-approval',
    messages === null
      ? told(
          `This needs the approval of a second person: it is not known how many messages it changes. It waits as
          {name} for {hours} h.`,
          { name, hours },
        )
      : told(
          `This needs the approval of a second person: it changes {messages, number} messages of {group}
          (limit: {from, number}). It waits as {name} for {hours} h.`,
          { messages, group, from, name, hours },
        ),
    { limit: from, value: messages ?? undefined },
  );
}
