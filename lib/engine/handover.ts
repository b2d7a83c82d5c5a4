import { auditOfSpan, type BrokerContext, findGroup, type LostNext, type ProblemCheck } from '../broker';
import type { Scope } from '../model/access/team';
import { type AlarmIncident, alarmPath, type AlarmEvent } from '../model/alarm/incident';
import { noticeOf } from '../model/alarm/notice';
import { WATCH_NAMES, WATCHES } from '../model/alarm/watch';
import { BrokerError } from '../model/errors';
import { isOpen, MOST_PROBLEMS, type Problem } from '../model/problem/problem';
import { type Reading, unknown } from '../model/reading';
import { redriveName } from '../model/redrive/redrive';
import { readMoment } from '../model/time-range';
import { inWorkspace } from '../model/workspace';
import { eventsBetween, incidentsBetween } from '../store/queries/alarm/alarm-incident';
import type { AuditSpanRow } from '../store/queries/audit/audit-between';
import { readOrUnknown } from './read-or-unknown';
import { databaseNow } from './reading-time';
import type { Engine } from './port/engine';
import type { Run } from './port/redrives';

interface HandoverAsked {
  /** ISO times, or distances like -12h; `to` left out: now. */
  readonly from: string;
  readonly to?: string | undefined;
  readonly group?: string | undefined;
}

/** The newest of a list; `more`: there are others, which are not in it. */
export interface Newest<T> {
  readonly items: readonly T[];
  readonly more: boolean;
}

export interface HandoverAlarm extends Pick<
  AlarmIncident,
  'incidentId' | 'severity' | 'firedAt' | 'resolvedAt' | 'acknowledgedBy'
> {
  /** What its notification said, with the highest value that it saw. */
  readonly title: string;
  /** How it ended, in words; null: it is open. */
  readonly ended: string | null;
  readonly path: string;
  /** What people did about it in the span; the oldest first. */
  readonly events: readonly AlarmEvent[];
}

/** What happened in a span, for the next person on call. A part that cannot be read, or may not be, is unknown. */
interface Handover {
  readonly asOf: Date;
  readonly from: Date;
  readonly to: Date;
  readonly group: string | null;
  /** Problems of now, whatever the span. */
  readonly open: Reading<{
    readonly items: readonly Problem[];
    readonly total: number;
    readonly acknowledged: readonly Problem[];
    readonly lostNext: readonly LostNext[];
    readonly checks: readonly ProblemCheck[];
  }>;
  /** Open at some time of the span. */
  readonly alarms: Reading<Newest<HandoverAlarm>>;
  /** The same. */
  readonly redrives: Reading<Newest<Run>>;
  readonly changes: Reading<Newest<Omit<AuditSpanRow, 'actorKind'>>>;
}

interface HandoverReader {
  readonly engine: Engine;
  /** Of this installation: it keeps the audit log. */
  readonly broker: BrokerContext;
  /** The rows about the workspace. */
  readonly kept: BrokerContext;
  readonly scope: Scope;
  /** Why the reader may not see a part; null: may. */
  readonly mayNot: Readonly<Record<'alarms' | 'redrives' | 'changes', string | null>>;
}

export const HANDOVER = { longestDays: 31, oldestDays: 90, most: 200, mostRedrives: 50 } as const;
/** What rules about a group watch. */
export const GROUP_WATCHES = WATCH_NAMES.filter((watch) => WATCHES[watch].subject === 'group');
const DAY_MS = 86_400_000;
/** Clocks of browsers and of the database differ a little. */
export const AHEAD_MS = 60_000;

/** @throws BrokerError bad-request, group-not-found */
export async function readHandover(reader: HandoverReader, asked: HandoverAsked): Promise<Handover> {
  const { engine, broker, kept, scope, mayNot } = reader;
  const db = kept.store.console;
  const now = kept.clock.nowOrNull()?.toISOString() ?? (await databaseNow(db));
  const { from, to } = spanOf(asked, now);
  const group = asked.group ?? null;
  if (group !== null) await findGroup(kept, group);
  const span = { from, to };
  const part = <T>(why: string | null, read: () => Promise<T>): Promise<Reading<T>> =>
    why === null ? readOrUnknown(kept.log, read(), now) : Promise.resolve(unknown<T>(why));

  const alarmsOf = async (): Promise<Newest<HandoverAlarm>> => {
    const found = newest(
      await incidentsBetween(db, { ...span, group, watches: GROUP_WATCHES }, HANDOVER.most + 1),
      HANDOVER.most,
    );
    const ids = found.items.map(({ incidentId }) => incidentId);
    const events = await eventsBetween(db, ids, span, HANDOVER.most);
    return {
      ...found,
      items: found.items.map((incident) => ({
        ...alarmOf(incident, kept.workspace),
        events: events.filter(({ incidentId }) => incidentId === incident.incidentId),
      })),
    };
  };
  const redrivesOf = async (): Promise<Newest<Run>> => {
    const { items, nextCursor } = await engine.redrives.list({
      ...{ group: asked.group, span, limit: HANDOVER.mostRedrives },
    });
    return { items, more: nextCursor !== null };
  };
  const [alarms, redrives] = await Promise.all([part(mayNot.alarms, alarmsOf), part(mayNot.redrives, redrivesOf)]);
  const runs = redrives.kind === 'unknown' ? [] : redrives.value.items.map(({ redriveId }) => redriveName(redriveId));
  const [changes, open] = await Promise.all([
    part(mayNot.changes, async () =>
      newest(
        await auditOfSpan(broker, { ...span, group, runs, workspace: kept.workspace }, scope, HANDOVER.most + 1),
        HANDOVER.most,
      ),
    ),
    part(null, async () => openOf(await engine.problems.read(), group, runs, kept.workspace)),
  ]);
  return { asOf: new Date(now), from, to, group, open, alarms, redrives, changes };
}

export function alarmOf(incident: AlarmIncident, workspace: string | null): Omit<HandoverAlarm, 'events'> {
  const { incidentId, severity, firedAt, resolvedAt, acknowledgedBy, peak, value } = incident;
  return {
    ...{ incidentId, severity, firedAt, resolvedAt, acknowledgedBy },
    title: noticeOf('fired', { ...incident, value: peak ?? value }).title,
    ended: resolvedAt === null ? null : noticeOf('resolved', incident).title,
    path: inWorkspace(workspace, alarmPath(incidentId)),
  };
}

function openOf(
  { items, checks, lostNext }: Awaited<ReturnType<Engine['problems']['read']>>,
  group: string | null,
  runs: readonly string[],
  workspace: string | null,
) {
  const pages = inWorkspace(workspace, `/groups/${encodeURIComponent(group ?? '')}`);
  const isOfGroup = ({ subject, action }: Problem): boolean =>
    (subject.kind === 'group' && subject.name === group) ||
    (subject.kind === 're-drive' && runs.includes(subject.name)) ||
    action.path === pages ||
    action.path.startsWith(`${pages}/`);
  const own = group === null ? items : items.filter(isOfGroup);
  const open = own.filter(isOpen);
  return {
    items: open.slice(0, MOST_PROBLEMS),
    total: open.length,
    acknowledged: own.filter((each) => !isOpen(each)),
    lostNext: lostNext.filter((each) => group === null || each.group === group),
    checks,
  };
}

export function newest<T>(rows: readonly T[], most: number): Newest<T> {
  return { items: rows.slice(0, most), more: rows.length > most };
}

/** @throws BrokerError bad-request: ahead, backwards, too long or too old */
function spanOf(
  { from: asked, to: askedTo }: HandoverAsked,
  nowIso: string,
): { readonly from: Date; readonly to: Date } {
  const now = Date.parse(nowIso);
  const from = readMoment('from', asked, nowIso) ?? new Date(nowIso);
  const to = readMoment('to', askedTo, nowIso) ?? new Date(nowIso);
  const { longestDays, oldestDays } = HANDOVER;
  if (from.getTime() >= to.getTime()) throw refuse('from', 'before to', from);
  if (to.getTime() > now + AHEAD_MS) throw refuse('to', 'not later than now', to);
  if (to.getTime() - from.getTime() > longestDays * DAY_MS)
    throw refuse('from', `at most ${longestDays} days before to`, from);
  if (from.getTime() < now - oldestDays * DAY_MS) throw refuse('from', `at most ${oldestDays} days ago`, from);
  return { from, to };
}

function refuse(field: string, limit: string, given: Date): BrokerError {
  const value = given.toISOString();
  return new BrokerError('bad-request', `${field} must be ${limit}; it is ${value}.`, { field, limit, value });
}
