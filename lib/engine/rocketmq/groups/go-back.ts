import { whereWords } from '../partly';
import { goBack, type LeftPosition, type LeftPositions, planGoBack, readGroup } from '../../../cluster';
import { BrokerError } from '../../../model/errors';
import { english, t, told } from '../../../model/language/t';
import { checkGroupName } from '../../../model/names';
import { unknown, valueOrNull } from '../../../model/reading';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { newestReset, type RecordedReset } from '../../../store/queries/audit/newest-reset';
import type { GroupGoesBack, ResetUndo } from '../../port/brokers';
import type { RocketmqContext } from '../context';
import { readOnlyBlock, requireChanges } from './write';

/** Where a queue stood, as the audit log has it: "broker-a 3". */
export function placeOf({ broker, queueNo }: Pick<LeftPosition, 'broker' | 'queueNo'>): string {
  return `${broker} ${queueNo}`;
}

/**
 * What it means to take the newest reset of a group back: its positions are in the audit log.
 * @throws BrokerError group-not-found, not-found: no reset is on record, unavailable
 */
export async function planResetUndo(ctx: RocketmqContext, group: string, at?: string): Promise<ResetUndo> {
  const { undo } = await readyUndo(ctx, group);
  requireReset(undo, { group, at });
  return undo;
}

/**
 * Back to the positions before the newest reset, which is on record before anything is sent, and is itself a reset.
 * @throws BrokerError forbidden, not-found, conflict: the group went on or the positions are gone, unavailable
 */
export async function undoReset(ctx: RocketmqContext, change: GroupGoesBack): Promise<ResetUndo> {
  const { broker, engine } = ctx;
  const { group, actor, reason } = change;
  requireChanges(engine);
  return engine.cluster.alone(`positions ${group}`, async () => {
    const { undo, left } = await readyUndo(ctx, group);
    requireReset(undo, change);
    if (undo.blocker !== null || left === null)
      throw new BrokerError('conflict', undo.blocker ?? told('There is nothing to undo.'), {
        field: 'group',
        value: group,
      });
    const entry = { actor, target: group, workspace: engine.name, reason };
    const [repeated, skipped] = [valueOrNull(undo.delivered), valueOrNull(undo.skipped)];
    const at = (of: (queue: LeftPosition) => number) =>
      Object.fromEntries(left.queues.map((queue) => [placeOf(queue), of(queue)]));
    await appendAudit(broker.store.console, {
      ...{ ...entry, action: 'group.reset-offset', before: at(({ to }) => to) },
      after: { topic: left.topic, since: `before the reset of ${undo.at}`, positions: at(({ from }) => from) },
      counts: { ...(skipped !== null && { skipped }), ...(repeated !== null && { repeated }) },
    });
    const outcome = await goBack(engine.cluster, left);
    broker.changes.emit({ kind: 'group', group });
    const failed = outcome.filter(({ problem }) => problem !== null);
    if (failed.length === 0) return undo;
    const after = Object.fromEntries(failed.map((one) => [one.broker, english(one.problem ?? '')]));
    await appendAudit(broker.store.console, { ...entry, action: 'group.reset-offset-partly', after });
    const done = outcome.flatMap((one) => (one.problem === null ? [one.broker] : []));
    const why = whereWords(failed);
    const where =
      done.length === 0 ? told('No change is known to have happened.') : told('Undone on {done} only.', { done });
    throw new BrokerError('unavailable', told('{where} {why}.', { where, why }));
  });
}

/** @throws BrokerError conflict: another reset came after the one that was shown */
function requireReset(undo: ResetUndo, { group, at }: Pick<GroupGoesBack, 'group' | 'at'>): void {
  if (at === undefined || Date.parse(at) === Date.parse(undo.at)) return;
  throw new BrokerError(
    'conflict',
    told('{group} was reset again, in {topic} at {at}. Look at that reset first.', {
      group,
      topic: undo.topic,
      at: undo.at,
    }),
    {
      ...{ field: 'at', limit: undo.at, value: at },
    },
  );
}

interface ReadyUndo {
  readonly undo: ResetUndo;
  /** Null: the record has no positions. */
  readonly left: LeftPositions | null;
}

async function readyUndo({ broker, engine }: RocketmqContext, group: string): Promise<ReadyUndo> {
  checkGroupName(group);
  await readGroup(engine.cluster, group);
  const reset = await newestReset(broker.store.console, engine.name, group);
  if (reset === null)
    throw new BrokerError('not-found', told('No reset of the offset of {group} is on record.', { group }), {
      ...{ field: 'group', value: group },
    });
  const { topic, queues, blocker: unreadable } = readRecord(reset, group);
  const of = { topic, at: reset.at.toISOString(), by: reset.actor };
  const readOnly = readOnlyBlock(engine);
  if (unreadable !== null) {
    const none = unknown<number>(unreadable);
    return { undo: { ...of, delivered: none, skipped: none, blocker: readOnly ?? unreadable }, left: null };
  }
  const left = { group, topic, queues };
  const plan = await planGoBack(engine.cluster, left);
  return { undo: { ...of, ...plan, blocker: readOnly ?? plan.blocker }, left };
}

interface ReadRecord {
  readonly topic: string;
  readonly queues: readonly LeftPosition[];
  /** Null: where each queue stood, and where the reset put it, is on record. */
  readonly blocker: string | null;
}

function readRecord({ before, after }: RecordedReset, group: string): ReadRecord {
  const { topic, positions } = entriesOf(after);
  const { unknown: missing, ...stood } = entriesOf(before);
  const put = entriesOf(positions);
  const record = { topic: typeof topic === 'string' ? topic : '', queues: [] };
  if (typeof missing === 'string')
    return { ...record, blocker: t('Not all offsets before the reset are on record: {missing}.', { missing }) };
  const queues: LeftPosition[] = [];
  for (const [place, from] of Object.entries(stood)) {
    const [, broker, no] = /^(.+) (\d+)$/.exec(place) ?? [];
    const to = put[place];
    if (from === null)
      return {
        ...record,
        blocker: t('{group} had no offset in {queue} before.', { group, queue: place }),
      };
    if (broker === undefined || typeof from !== 'number' || typeof to !== 'number')
      return { ...record, blocker: t('The offsets after that reset are not on record.') };
    queues.push({ broker, queueNo: Number(no), from, to });
  }
  const blocker = queues.length === 0 ? t('The offsets before that reset are not on record.') : null;
  return { ...record, queues, blocker };
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
