import {
  auditOfSpan,
  type BrokerContext,
  countAuditOfSpan,
  findGroup,
  type LostNext,
  type ProblemCheck,
} from '../broker';
import type { Scope } from '../model/access/team';
import { type AlarmIncident, alarmPath, type AlarmEvent } from '../model/alarm/incident';
import { incidentTitle, noticeOf, noticeTitle } from '../model/alarm/notice';
import { SIGNAL_NAMES, SIGNALS } from '../model/signal/signal';
import { mustBe } from '../model/check-number';
import { told } from '../model/language/t';
import { groupedBy } from '../model/grouped';
import { isOpen, MOST_LOSSES, MOST_PROBLEMS, type Problem } from '../model/problem/problem';
import { type Reading, unknown } from '../model/reading';
import { redriveName } from '../model/redrive/redrive';
import { readMoment } from '../model/time-range';
import { inWorkspace } from '../model/workspace';
import { eventsBetween, incidentsBetween, incidentsBetweenCount } from '../store/queries/alarm/alarm-incident';
import type { AuditSpanRow } from '../store/queries/audit/audit-between';
import { redriveIdsBetween } from '../store/queries/redrive/redrive-read';
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

/** The newest of a list, and how many there are; `isAtLeast`: counting ended there. */
interface Counted<T> extends Newest<T> {
  readonly total: number;
  readonly isAtLeast: boolean;
}

export interface HandoverAlarm extends Pick<
  AlarmIncident,
  'incidentId' | 'severity' | 'firedAt' | 'resolvedAt' | 'acknowledgedBy'
> {
  /** What it is about, with the highest value that it saw in the span. */
  readonly title: string;
  /** How it ended, in words; null: it is open. */
  readonly ended: string | null;
  readonly path: string;
  /** What people did about it in the span, the newest; the oldest of these first. */
  readonly events: readonly AlarmEvent[];
  /** How many events of the span there are. */
  readonly eventsTotal: number;
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
    readonly lostNextTotal: number;
    readonly checks: readonly ProblemCheck[];
  }>;
  /** Open at some time of the span. */
  readonly alarms: Reading<Counted<HandoverAlarm>>;
  /** The same. */
  readonly redrives: Reading<Counted<Run>>;
  /** Of a group: `runsLeftOut` says that the changes of its older re-drives are not among them. */
  readonly changes: Reading<Counted<AuditSpanRow> & { readonly runsLeftOut: boolean }>;
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

export const HANDOVER = { longestDays: 31, oldestDays: 90, most: 200, mostRedrives: 50, mostEvents: 50 } as const;
/** How far a list that is cut is counted, and changes of how many re-drives of a group are looked for. */
const COUNTED = 10_000;
const MOST_RUNS = 2_000;
/** What rules about a group watch. */
export const GROUP_WATCHES = SIGNAL_NAMES.filter((watch) => SIGNALS[watch].subject === 'group');
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
  const groupId = group === null ? null : (await findGroup(kept, group)).groupId;
  const span = { from, to };
  const until = to.toISOString() < now ? to : null;
  const part = <T>(why: string | null, read: () => Promise<T>): Promise<Reading<T>> =>
    why === null ? readOrUnknown(kept.log, read(), now) : Promise.resolve(unknown<T>(why));
  const runIds = (limit: number): Promise<number[]> => redriveIdsBetween(db, { ...span, groupId }, limit);

  const alarmsOf = async (): Promise<Counted<HandoverAlarm>> => {
    const about = { ...span, group, watches: GROUP_WATCHES };
    const found = await counted(newest(await incidentsBetween(db, about, HANDOVER.most + 1), HANDOVER.most), (limit) =>
      incidentsBetweenCount(db, about, limit),
    );
    const ids = found.items.map(({ incidentId }) => incidentId);
    const events = groupedBy(await eventsBetween(db, ids, span, HANDOVER.mostEvents), ({ incidentId }) => incidentId);
    return {
      ...found,
      items: found.items.map((incident) => {
        const own = events.get(incident.incidentId) ?? [];
        return { ...alarmOf(incident, kept.workspace, until), events: own, eventsTotal: own[0]?.total ?? 0 };
      }),
    };
  };
  const redrivesOf = async (): Promise<Counted<Run>> => {
    const { items, nextCursor } = await engine.redrives.list({
      ...{ group: asked.group, span, limit: HANDOVER.mostRedrives },
    });
    return await counted({ items, more: nextCursor !== null }, async (limit) => (await runIds(limit)).length);
  };
  const changesOf = async () => {
    const ids = group === null || mayNot.redrives !== null ? [] : await runIds(MOST_RUNS + 1);
    const runs = ids.slice(0, MOST_RUNS).map(redriveName);
    const about = { ...span, group, runs, workspace: kept.workspace };
    const rows = await auditOfSpan(broker, about, scope, HANDOVER.most + 1);
    const found = await counted(newest(rows, HANDOVER.most), (limit) => countAuditOfSpan(broker, about, limit));
    return { ...found, runsLeftOut: ids.length > MOST_RUNS };
  };
  const [alarms, redrives, changes, open] = await Promise.all([
    part(mayNot.alarms, alarmsOf),
    part(mayNot.redrives, redrivesOf),
    part(mayNot.changes, changesOf),
    part(null, async () => openOf(await engine.problems.read(), group)),
  ]);
  return { asOf: new Date(now), from, to, group, open, alarms, redrives, changes };
}

export function alarmOf(
  incident: AlarmIncident,
  workspace: string | null,
  until: Date | null,
): Omit<HandoverAlarm, 'events' | 'eventsTotal'> {
  const { incidentId, severity, firedAt, resolvedAt, acknowledgedBy } = incident;
  return {
    ...{ incidentId, severity, firedAt, resolvedAt, acknowledgedBy },
    title: incidentTitle(incident, until),
    ended: resolvedAt === null ? null : noticeTitle(noticeOf('resolved', incident)),
    path: inWorkspace(workspace, alarmPath(incidentId)),
  };
}

function openOf({ items, checks, lostNext }: Awaited<ReturnType<Engine['problems']['read']>>, group: string | null) {
  const own = group === null ? items : items.filter(({ groups }) => groups.includes(group));
  const open = own.filter(isOpen);
  const losses = group === null ? lostNext : lostNext.filter((each) => each.group === group);
  return {
    items: open.slice(0, MOST_PROBLEMS),
    total: open.length,
    acknowledged: own.filter((each) => !isOpen(each)),
    lostNext: losses.slice(0, MOST_LOSSES),
    lostNextTotal: losses.length,
    checks,
  };
}

export function newest<T>(rows: readonly T[], most: number): Newest<T> {
  return { items: rows.slice(0, most), more: rows.length > most };
}

/** Only a list that is cut is counted. */
async function counted<T>(found: Newest<T>, count: (limit: number) => Promise<number>): Promise<Counted<T>> {
  if (!found.more) return { ...found, total: found.items.length, isAtLeast: false };
  const total = await count(COUNTED + 1);
  return { ...found, total: Math.min(total, COUNTED), isAtLeast: total > COUNTED };
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
  if (from.getTime() >= to.getTime()) throw mustBe('from', told('before {field}', { field: 'to' }), from.toISOString());
  if (to.getTime() > now + AHEAD_MS) throw mustBe('to', told('not later than now'), to.toISOString());
  if (to.getTime() - from.getTime() > longestDays * DAY_MS)
    throw mustBe(
      'from',
      told('at most {days} days before {field}', { days: longestDays, field: 'to' }),
      from.toISOString(),
    );
  if (from.getTime() < now - oldestDays * DAY_MS)
    throw mustBe('from', told('at most {days} days ago', { days: oldestDays }), from.toISOString());
  return { from, to };
}
