import { type BrokerContext, findGroup } from '../broker';
import { mustBe } from '../model/check-number';
import { told } from '../model/language/t';
import { HISTORY } from '../model/history';
import { type Reading, unknown } from '../model/reading';
import { readMoment } from '../model/time-range';
import { incidentsBetween } from '../store/queries/alarm/alarm-incident';
import { levelsAt, type LevelsAtRow } from '../store/queries/history/levels-at';
import { AHEAD_MS, alarmOf, GROUP_WATCHES, HANDOVER, type HandoverAlarm, type Newest, newest } from './handover';
import { readOrUnknown } from './read-or-unknown';
import { databaseNow } from './reading-time';

/** What was recorded of a moment. What was not is null, or unknown: it is not 0. */
export interface Past {
  readonly asOf: Date;
  /** How far apart the samples of that time are. */
  readonly stepSeconds: number;
  readonly groups: Newest<LevelsAtRow>;
  /** Alarms that were open then. */
  readonly alarms: Reading<Newest<Omit<HandoverAlarm, 'events' | 'eventsTotal'>>>;
}

interface PastAsked {
  /** ISO time, milliseconds since 1970, or a distance like -6h. */
  readonly asOf: string;
  readonly group?: string | undefined;
}

const MOST_PAST_GROUPS = 2_000;

/** @param mayNotSee alarms; null: may @throws BrokerError bad-request, group-not-found */
export async function readPast(
  kept: BrokerContext,
  { asOf: asked, group: name }: PastAsked,
  mayNotSee: string | null,
): Promise<Past> {
  const db = kept.store.console;
  const now = kept.clock.nowOrNull()?.toISOString() ?? (await databaseNow(db));
  const asOf = momentOf(asked, now);
  const group = name ?? null;
  if (group !== null) {
    const { createdAt } = await findGroup(kept, group);
    if (createdAt > asOf)
      throw mustBe(
        'asOf',
        told('later than the creation of the group ({at})', { at: createdAt.toISOString() }),
        asOf.toISOString(),
      );
  }
  const isFine = Date.parse(now) - asOf.getTime() < HISTORY.fineKeptMs - HISTORY.coarseStepMs;
  const stepSeconds = isFine ? 10 : 60;
  // the step under way has levels of later; two may be missing; a group that is not counted for longer was not known
  const since = new Date(asOf.getTime() - 4 * stepSeconds * 1_000);
  const at = { from: asOf, to: new Date(asOf.getTime() + 1) };
  const readAlarms = async () => {
    const found = await incidentsBetween(db, { ...at, group, watches: GROUP_WATCHES }, HANDOVER.most + 1);
    const { items, more } = newest(found, HANDOVER.most);
    return { items: items.map((incident) => alarmOf(incident, kept.workspace, asOf)), more };
  };
  const [rows, alarms] = await Promise.all([
    levelsAt(db, { stepSeconds, at: asOf, since, group }, MOST_PAST_GROUPS + 1),
    mayNotSee === null ? readOrUnknown(kept.log, readAlarms(), now) : unknown<never>(mayNotSee),
  ]);
  return { asOf, stepSeconds, groups: newest(rows, MOST_PAST_GROUPS), alarms };
}

/** @throws BrokerError bad-request: ahead, older than what is kept, or no moment */
function momentOf(text: string, nowIso: string): Date {
  const now = Date.parse(nowIso);
  const ms = /^\d{12,14}$/.test(text) ? Number(text) : readMoment('asOf', text, nowIso)?.getTime();
  if ((ms ?? now) > now + AHEAD_MS) throw mustBe('asOf', told('in the past'), new Date(ms ?? now).toISOString());
  const asOf = new Date(Math.min(ms ?? now, now));
  if (asOf.getTime() < now - HISTORY.coarseKeptMs)
    throw mustBe(
      'asOf',
      told('at most {days} days ago', { days: HISTORY.coarseKeptMs / 86_400_000 }),
      asOf.toISOString(),
    );
  return asOf;
}
