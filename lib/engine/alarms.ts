import { alarmSubjects, type BrokerContext, requireAlarm } from '../broker';
import { type AlarmEvent, type AlarmIncident, alarmPath, evidenceOf } from '../model/alarm/incident';
import { SEVERITIES } from '../model/alarm/rule';
import { evidencePageOf, SIGNALS } from '../model/signal/signal';
import type { Drain } from '../model/backlog/drain';
import { mapReading, type Reading, type ToldReading } from '../model/reading';
import { engineIn, inWorkspace } from '../model/workspace';
import { channelList } from '../store/queries/alarm/alarm-channel';
import {
  eventList,
  incidentOpenList,
  incidentResolvedCount,
  incidentResolvedList,
} from '../store/queries/alarm/alarm-incident';
import { redrivesShown, type ShownRedrive } from '../store/queries/alarm/alarm-redrives';
import { ruleFirings, ruleList, type StoredRule } from '../store/queries/alarm/alarm-rule';
import { passAt, stateList, type StoredState } from '../store/queries/alarm/alarm-state';
import { aboutDatabaseTime } from '../store/queries/schedule/database-time';
import { type DrainOf, readDrains } from './drains';
import { readOrUnknown } from './read-or-unknown';
import { t } from '../model/language/t';

export interface AlarmView extends AlarmIncident {
  /** Path of its page, in its workspace. */
  readonly path: string;
  /** Path of the page that shows why, in its workspace, and what its button says. */
  readonly evidence: string;
  readonly evidenceSays: string;
  readonly silencedUntil: Date | null;
  readonly silenceReason: string | null;
  /** Since when its number is unknown; null: it is known. */
  readonly unknownSince: Date | null;
  /** Of a group's backlog that fires: when it will be done. Null: this alarm is about something else, or over. */
  readonly drain: ToldReading<Drain> | null;
}

export interface AlarmRuleView extends StoredRule {
  /** In the last 7 days. */
  readonly fired: number;
  readonly firing: number;
  /** Subjects whose number is unknown now. */
  readonly unknown: number;
}

export interface AlarmsPage {
  /** All of them: the most severe first, of those the longest first. */
  readonly firing: Reading<readonly AlarmView[]>;
  /** Of the last 7 days: the newest 50 first, and how many there are. */
  readonly resolved: Reading<{ readonly newest: readonly AlarmView[]; readonly total: number }>;
  readonly rules: Reading<readonly AlarmRuleView[]>;
  readonly channels: Reading<readonly ChannelName[]>;
  /** Subjects to choose from; brokers and proxies are of an attached cluster. */
  readonly names: Reading<Readonly<Record<'groups' | 'topics' | 'brokers' | 'proxies', readonly string[]>>>;
  /** When the rules were last evaluated; null: never. */
  readonly evaluatedAt: Reading<Date | null>;
}

export interface ChannelName {
  readonly channelId: number;
  readonly name: string;
  readonly enabled: boolean;
}

export interface AlarmHistory {
  readonly alarm: AlarmView;
  readonly events: readonly AlarmEvent[];
  /** When its rule was last evaluated; null: never. */
  readonly evaluatedAt: Date | null;
  /** The newest of them. */
  readonly redrives: readonly ShownRedrive[];
}

const WEEK_MS = 7 * 86_400_000;
const RESOLVED = 50;
const REDRIVES = 5;

/**
 * Each part is read on its own: one that cannot be read is unknown, and the others are shown.
 * @param broker of an attached cluster: the rows that this installation keeps about it
 */
export async function readAlarms(broker: BrokerContext): Promise<AlarmsPage> {
  const db = broker.store.console;
  const now = await aboutDatabaseTime(db);
  const since = weekBefore(now);
  const part = <T>(read: Promise<T>): Promise<Reading<T>> => readOrUnknown(broker.log, read, now.toISOString());
  const open = incidentOpenList(db);
  const states = stateList(db);
  const firing = async (): Promise<AlarmView[]> => {
    const [incidents, stored] = await Promise.all([open, states]);
    const drains = incidents.some(({ watch }) => SIGNALS[watch].ofBacklog) ? await readDrains(broker) : null;
    const weight = ({ severity }: AlarmIncident): number => SEVERITIES.indexOf(severity);
    // They come the longest first.
    return incidents.toSorted((a, b) => weight(b) - weight(a)).map(viewWith(broker, stored, now, drains));
  };
  const resolved = async () => {
    const newest = await incidentResolvedList(db, since, RESOLVED);
    return { newest: newest.map(viewWith(broker, await states, now)), total: await incidentResolvedCount(db, since) };
  };
  const rules = async (): Promise<AlarmRuleView[]> => {
    const [all, fired, incidents, stored] = await Promise.all([ruleList(db), ruleFirings(db, since), open, states]);
    return all.map((rule) => ({
      ...rule,
      fired: fired.get(rule.ruleId) ?? 0,
      firing: incidents.filter(({ ruleId }) => ruleId === rule.ruleId).length,
      unknown: stored.filter(({ ruleId, state }) => ruleId === rule.ruleId && state.unknownSinceMs !== null).length,
    }));
  };
  const parts = await Promise.all([
    ...([part(firing()), part(resolved()), part(rules())] as const),
    ...([part(channelList(broker.store.prisma)), part(readNames(broker)), part(passAt(db))] as const),
  ]);
  const channels = mapReading(parts[3], (all) =>
    all.map(({ channelId, name, enabled }) => ({ channelId, name, enabled })),
  );
  return { firing: parts[0], resolved: parts[1], rules: parts[2], channels, names: parts[4], evaluatedAt: parts[5] };
}

async function readNames(broker: BrokerContext) {
  const { names } = await alarmSubjects(broker);
  const brokers = broker.workspace === null ? [] : names.broker;
  return { groups: names.group, topics: names.topic, brokers, proxies: names.proxy };
}

/** What fires, then the newest of what was resolved in the last 7 days. */
export async function listAlarms(broker: BrokerContext, mostResolved: number): Promise<AlarmView[]> {
  const db = broker.store.console;
  const now = await aboutDatabaseTime(db);
  const [open, resolved, states] = await Promise.all([
    incidentOpenList(db),
    incidentResolvedList(db, weekBefore(now), mostResolved),
    stateList(db),
  ]);
  return [...open, ...resolved].map(viewWith(broker, states, now));
}

/** State, history and re-drives of one alarm. @throws BrokerError not-found */
export async function readAlarm(broker: BrokerContext, incidentId: number): Promise<AlarmHistory> {
  const db = broker.store.console;
  const incident = await requireAlarm(broker, incidentId);
  const [events, states, evaluatedAt, redrives] = await Promise.all([
    eventList(db, incidentId),
    stateList(db),
    passAt(db),
    redrivesShown(db, incidentId, REDRIVES),
  ]);
  const drains = SIGNALS[incident.watch].ofBacklog ? await readDrains(broker) : null;
  const alarm = viewWith(broker, states, await aboutDatabaseTime(db), drains)(incident);
  return { alarm, events, evaluatedAt, redrives };
}

function weekBefore(now: Date): Date {
  return new Date(now.getTime() - WEEK_MS);
}

function viewWith(
  { workspace }: BrokerContext,
  states: readonly StoredState[],
  now: Date,
  drainOf: DrainOf | null = null,
): (incident: AlarmIncident) => AlarmView {
  const engine = engineIn(workspace);
  const known = new Map(states.map((each) => [`${each.ruleId} ${each.subject}`, each]));
  return (incident) => {
    const { incidentId, ruleId, watch, subject, resolvedAt } = incident;
    const stored = known.get(`${ruleId} ${subject}`);
    const silence = stored?.silence != null && stored.silence.until > now ? stored.silence : null;
    const unknownMs = resolvedAt === null ? (stored?.state.unknownSinceMs ?? null) : null;
    return {
      ...incident,
      path: inWorkspace(workspace, alarmPath(incidentId)),
      evidence: inWorkspace(workspace, evidenceOf(incident, engine)),
      evidenceSays: t(evidencePageOf(watch, engine).says),
      silencedUntil: silence?.until ?? null,
      silenceReason: silence?.reason ?? null,
      unknownSince: unknownMs === null ? null : new Date(unknownMs),
      drain: drainOf === null || resolvedAt !== null || !SIGNALS[watch].ofBacklog ? null : drainOf([subject]),
    };
  };
}
