import { BrokerError } from '../../model/errors';
import type { ConsumerGroup } from '../../model/group';
import { LIMITS } from '../../model/limits';
import { broadcastFailureTarget } from '../../store/queries/broadcast/broadcast-failure-target';
import { failureReportInsert } from '../../store/queries/failure/failure-report-insert';
import { failureTarget, type FailureTarget } from '../../store/queries/failure/failure-target';
import type { BrokerContext } from '../context';

export interface ReportFailureInput {
  readonly messageId: string;
  readonly group: string;
  /** The delivery that failed, as the client counts: 1 = the first. */
  readonly attempt: number;
  readonly errorType: string;
  readonly message: string;
  readonly stack?: string | undefined;
  /** Needed only when several topics hold the same message id. */
  readonly topic?: string | undefined;
  /** Of a broadcast group: the client whose delivery failed. Left out, it is found when only one can be meant. */
  readonly clientId?: string | undefined;
}

/** Column limits of failure_report; errorType, message and stack in characters. */
export const FAILURE_LIMITS = { errorType: 200, message: 4000, stack: 16_000, attempt: LIMITS.maxRetries + 1 } as const;

/**
 * Keeps why a delivery failed, in the application's words. Comes beside the protocol, before or after the failure
 * itself. Idempotent: the first report of a delivery stays.
 * @returns whether this was the first one
 * @throws BrokerError bad-request, illegal-group, group-not-found, message-not-found
 */
export async function reportFailure(ctx: BrokerContext, input: ReportFailureInput): Promise<{ stored: boolean }> {
  const errorType = bounded('errorType', input.errorType.trim(), FAILURE_LIMITS.errorType);
  if (errorType === '')
    throw new BrokerError('bad-request', 'errorType must not be blank.', {
      field: 'errorType',
      limit: `1 to ${FAILURE_LIMITS.errorType} characters`,
      value: '',
    });
  const message = bounded('message', input.message, FAILURE_LIMITS.message);
  const stack = input.stack === undefined ? null : bounded('stack', input.stack, FAILURE_LIMITS.stack);
  if (!Number.isInteger(input.attempt) || input.attempt < 1 || input.attempt > FAILURE_LIMITS.attempt) {
    throw new BrokerError(
      'bad-request',
      `attempt must be a whole number from 1 to ${FAILURE_LIMITS.attempt}; it is ${input.attempt}.`,
      {
        field: 'attempt',
        limit: `1 to ${FAILURE_LIMITS.attempt}`,
        value: input.attempt,
      },
    );
  }
  const messageId = bounded('messageId', input.messageId, LIMITS.messageIdBytes);
  const group = await ctx.groups.find(input.group);
  const { groupId, queueId, off, generation } = await findTarget(ctx, group, { ...input, messageId });
  const stored = await failureReportInsert(ctx.store.broker, ctx.clock.nowOrNull(), {
    groupId,
    queueId,
    off,
    generation,
    attempt: input.attempt,
    errorType,
    message,
    stack,
  });
  if (stored) {
    ctx.metrics.count('redrive_failure_reports_total', { consumer_group: group.name });
    ctx.changes.emit({ kind: 'message', group: group.name, messageId });
  }
  return { stored };
}

async function findTarget(
  ctx: BrokerContext,
  known: ConsumerGroup,
  { messageId, group, topic, clientId }: ReportFailureInput,
): Promise<FailureTarget & { readonly groupId: number }> {
  const [target, ...others] = await targetsOf(ctx, known, {
    messageId,
    topic: topic ?? null,
    client: clientId ?? null,
  });
  if (target === undefined) {
    const reader = clientId === undefined || known.messageModel === 'clustering' ? group : `${clientId} of ${group}`;
    const where = topic === undefined ? `a topic that ${reader} reads` : `topic ${topic} for ${reader}`;
    throw new BrokerError('message-not-found', `message ${messageId} is not in ${where}.`, {
      field: 'messageId',
      value: messageId,
    });
  }
  if (others.length > 0) {
    const topics = [target, ...others].map((place) => place.topic).join(', ');
    throw new BrokerError('bad-request', `topic is needed: message ${messageId} is in ${topics}.`, {
      field: 'topic',
      limit: topics,
      value: '',
    });
  }
  return target;
}

async function targetsOf(
  ctx: BrokerContext,
  { groupId, messageModel }: ConsumerGroup,
  asked: { readonly messageId: string; readonly topic: string | null; readonly client: string | null },
): Promise<(FailureTarget & { readonly groupId: number })[]> {
  const db = ctx.store.broker;
  if (messageModel === 'clustering') {
    const targets = await failureTarget(db, groupId, asked.messageId, asked.topic);
    return targets.map((target) => ({ ...target, groupId }));
  }
  const targets = await broadcastFailureTarget(db, groupId, asked.messageId, asked.topic, asked.client);
  return targets.map((target) => ({ ...target, groupId: target.memberId ?? groupId }));
}

/** Code points, as the database counts. A NUL cannot be stored and must not cost the report: it is shown as a replacement character. */
function bounded(field: string, text: string, limit: number): string {
  const clean = text.replaceAll('\u0000', '\uFFFD');
  if (clean.length <= limit) return clean;
  const characters = Array.from(clean).length;
  if (characters > limit) {
    throw new BrokerError('bad-request', `${field} may have at most ${limit} characters; it has ${characters}.`, {
      field,
      limit,
      value: characters,
    });
  }
  return clean;
}
