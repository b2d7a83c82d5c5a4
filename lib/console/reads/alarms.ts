import 'server-only';
import { z } from 'zod';
import type { BrokerContext } from '../../broker';
import { type AlarmIncident, alarmPath, evidenceOf } from '../../model/alarm/incident';
import { type AlarmRule, SEVERITIES } from '../../model/alarm/rule';
import { evidencePageOf, WATCHES } from '../../model/alarm/watch';
import type { Drain } from '../../model/backlog/drain';
import { mapReading, type Reading } from '../../model/reading';
import { channelList } from '../../store/queries/alarm/alarm-channel';
import {
  incidentOpenList,
  incidentResolvedCount,
  incidentResolvedList,
} from '../../store/queries/alarm/alarm-incident';
import { engineIn, inWorkspace } from '../../model/workspace';
import { watchedGroups } from '../../store/queries/alarm/alarm-numbers';
import { clusterPeers } from '../../store/queries/alarm/cluster-numbers';
import { ruleFirings, ruleList } from '../../store/queries/alarm/alarm-rule';
import { passAt, stateList, type StoredState } from '../../store/queries/alarm/alarm-state';
import type { Queryable } from '../../store/queryable';
import type { ReadContext } from '../http/context';
import { databaseNow } from '../../engine';
import { defineRead } from '../http/define-read';
import { type DrainOf, readDrains } from '../../engine';
import { readOrUnknown } from '../../engine';

export interface AlarmView extends Omit<AlarmIncident, 'firedAt' | 'acknowledgedAt' | 'resolvedAt'> {
  readonly firedAt: string;
  readonly acknowledgedAt: string | null;
  readonly resolvedAt: string | null;
  /** Path of its page, in its workspace. */
  readonly path: string;
  /** Path of the page that shows why, in its workspace, and what its button says. */
  readonly evidence: string;
  readonly evidenceSays: string;
  readonly silencedUntil: string | null;
  readonly silenceReason: string | null;
  /** Since when its number is unknown; null: it is known. */
  readonly unknownSince: string | null;
  /** Of a group's backlog that fires: when it will be done. Null: this alarm is about something else, or over. */
  readonly drain: Reading<Drain> | null;
}

export interface AlarmRuleView extends AlarmRule {
  readonly reason: string;
  readonly updatedBy: string;
  readonly updatedAt: string;
  /** In the last 7 days. */
  readonly fired: number;
  readonly firing: number;
  /** Subjects whose number is unknown now. */
  readonly unknown: number;
}

export interface AlarmsPage {
  /** All of them: the most severe first, of those the longest first. */
  readonly firing: Reading<readonly AlarmView[]>;
  readonly resolved: Reading<ResolvedAlarms>;
  readonly rules: Reading<readonly AlarmRuleView[]>;
  readonly channels: Reading<readonly ChannelName[]>;
  /** To choose from. */
  readonly names: Reading<SubjectNames>;
  /** When the rules were last evaluated; null: never. */
  readonly evaluatedAt: Reading<string | null>;
}

export interface SubjectNames {
  readonly groups: readonly string[];
  readonly topics: readonly string[];
  /** Of an attached cluster. */
  readonly brokers: readonly string[];
  readonly proxies: readonly string[];
}

export interface ResolvedAlarms {
  /** Of the last 7 days, the newest first, at most 50. */
  readonly newest: readonly AlarmView[];
  /** Of the last 7 days, those not in `newest` included. */
  readonly total: number;
}

export interface ChannelName {
  readonly channelId: number;
  readonly name: string;
  readonly enabled: boolean;
}

const WEEK_MS = 7 * 86_400_000;
const RESOLVED = 50;

/** Each part is read on its own: one that cannot be read is unknown, and the others are shown. */
export const alarmsRead = defineRead({
  permission: 'alarm:read',
  subject: 'listed',
  input: z.object({}),
  ofLetters: true,
  run: async ({ store, broker }): Promise<AlarmsPage> => {
    const db = store.console;
    const asOf = await databaseNow(db);
    const nowMs = Date.parse(asOf);
    const since = new Date(nowMs - WEEK_MS);
    const part = <T>(read: Promise<T>): Promise<Reading<T>> => readOrUnknown(broker.log, read, asOf);
    const open = incidentOpenList(db);
    const states = stateList(db);
    const [firing, resolved, rules, channels, names, evaluatedAt] = await Promise.all([
      part(readFiring(broker, open, states, nowMs)),
      part(readResolved(broker, since, states, nowMs)),
      part(readRules(db, since, open, states)),
      part(channelList(store.prisma)),
      part(readNames(broker)),
      part(passAt(db)),
    ]);
    return {
      firing,
      resolved,
      rules,
      channels: mapReading(channels, (all) =>
        all.map(({ channelId, name, enabled }) => ({ channelId, name, enabled })),
      ),
      names,
      evaluatedAt: mapReading(evaluatedAt, (at) => at?.toISOString() ?? null),
    };
  },
});

async function readFiring(
  broker: BrokerContext,
  open: Promise<readonly AlarmIncident[]>,
  states: Promise<readonly StoredState[]>,
  nowMs: number,
): Promise<AlarmView[]> {
  const [incidents, stored] = await Promise.all([open, states]);
  const drains = incidents.some(({ watch }) => WATCHES[watch].ofBacklog) ? await readDrains(broker) : null;
  const weight = ({ severity }: AlarmIncident): number => SEVERITIES.indexOf(severity);
  // They come the longest first.
  return incidents.toSorted((a, b) => weight(b) - weight(a)).map(viewWith(broker, stored, nowMs, drains));
}

async function readResolved(
  broker: BrokerContext,
  since: Date,
  states: Promise<readonly StoredState[]>,
  nowMs: number,
): Promise<ResolvedAlarms> {
  const db = broker.store.console;
  const [newest, total, stored] = await Promise.all([
    incidentResolvedList(db, since, RESOLVED),
    incidentResolvedCount(db, since),
    states,
  ]);
  return { newest: newest.map(viewWith(broker, stored, nowMs, null)), total };
}

async function readRules(
  db: Queryable,
  since: Date,
  open: Promise<readonly AlarmIncident[]>,
  states: Promise<readonly StoredState[]>,
): Promise<AlarmRuleView[]> {
  const [rules, fired, incidents, stored] = await Promise.all([ruleList(db), ruleFirings(db, since), open, states]);
  return rules.map(({ updatedAt, ...rule }) => ({
    ...rule,
    updatedAt: updatedAt.toISOString(),
    fired: fired.get(rule.ruleId) ?? 0,
    firing: incidents.filter(({ ruleId }) => ruleId === rule.ruleId).length,
    unknown: stored.filter(({ ruleId, state }) => ruleId === rule.ruleId && state.unknownSinceMs !== null).length,
  }));
}

async function readNames({ store, workspace }: BrokerContext): Promise<SubjectNames> {
  const db = store.console;
  const [groups, topics, peers] = await Promise.all([
    watchedGroups(db),
    db.query<{ name: string }>('SELECT name FROM topic ORDER BY name'),
    workspace === null ? [] : clusterPeers(db),
  ]);
  return {
    groups: groups.map(({ name }) => name),
    topics: topics.rows.map(({ name }) => name),
    brokers: peers.filter(({ kind }) => kind === 'broker').map(({ name }) => name),
    proxies: peers.filter(({ kind }) => kind === 'proxy').map(({ name }) => name),
  };
}

/** For lists without the parts of a page: what fires, then the newest of what was resolved in the last 7 days. */
export async function listAlarms({ store, broker }: ReadContext, mostResolved: number): Promise<AlarmView[]> {
  const db = store.console;
  const nowMs = Date.parse(await databaseNow(db));
  const [open, resolved, states] = await Promise.all([
    incidentOpenList(db),
    incidentResolvedList(db, new Date(nowMs - WEEK_MS), mostResolved),
    stateList(db),
  ]);
  return [...open, ...resolved].map(viewWith(broker, states, nowMs, null));
}

export function viewWith(
  { workspace }: Pick<BrokerContext, 'workspace'>,
  states: readonly StoredState[],
  nowMs: number,
  drainOf: DrainOf | null,
): (incident: AlarmIncident) => AlarmView {
  const engine = engineIn(workspace);
  const known = new Map(states.map((each) => [`${each.ruleId} ${each.subject}`, each]));
  return (incident) => {
    const stored = known.get(`${incident.ruleId} ${incident.subject}`);
    const silence = stored?.silence != null && stored.silence.until.getTime() > nowMs ? stored.silence : null;
    const unknownMs = incident.resolvedAt === null ? (stored?.state.unknownSinceMs ?? null) : null;
    return {
      ...incident,
      firedAt: incident.firedAt.toISOString(),
      acknowledgedAt: incident.acknowledgedAt?.toISOString() ?? null,
      resolvedAt: incident.resolvedAt?.toISOString() ?? null,
      path: inWorkspace(workspace, alarmPath(incident.incidentId)),
      evidence: inWorkspace(workspace, evidenceOf(incident, engine)),
      evidenceSays: evidencePageOf(incident.watch, engine).says,
      silencedUntil: silence?.until.toISOString() ?? null,
      silenceReason: silence?.reason ?? null,
      unknownSince: unknownMs === null ? null : new Date(unknownMs).toISOString(),
      drain:
        drainOf === null || incident.resolvedAt !== null || !WATCHES[incident.watch].ofBacklog
          ? null
          : drainOf([incident.subject]),
    };
  };
}
