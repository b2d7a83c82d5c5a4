import type { PoolClient } from 'pg';

import { READ_BY_PEOPLE } from '../../model/alarm/channel';
import { noticeOf } from '../../model/alarm/notice';
import type { AlarmIncident, ResolvedWhy } from '../../model/alarm/incident';
import { type AlarmState, type AlarmStep, QUIET, stepAlarm } from '../../model/alarm/machine';
import { type AlarmRule, covers, keptOpenFrom, ruleFor } from '../../model/alarm/rule';
import { WATCH_NAMES, WATCHES } from '../../model/alarm/watch';
import { deliveryQueue, deliveryQueueTold } from '../../store/queries/alarm/alarm-delivery';
import {
  eventAppend,
  incidentInsert,
  incidentOpenList,
  incidentResolve,
  incidentSee,
  incidentTold,
} from '../../store/queries/alarm/alarm-incident';
import { groupsInRedrive } from '../../store/queries/alarm/alarm-numbers';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import { historyNoteHealth } from '../../store/queries/history/history-levels';
import { passClaim, stateList, stateWrite, type StoredState } from '../../store/queries/alarm/alarm-state';
import { allowIdle } from '../../store/allow-long';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { makeObserver, type Observation } from './observe';
import { subjectsOf } from './read-values';
import { attachRedrive } from './redriven';

export interface EvaluateOptions {
  /** What is wrong with this process or its database now, in words; empty: nothing. */
  readonly unwell?: () => readonly string[];
}

export interface Evaluated {
  readonly fired: number;
  readonly resolved: number;
  readonly repeated: number;
}

/** Less than the interval of the worker, so that a pass of one process is not done again by another. */
const EVERY_MS = 8000;

/**
 * Evaluates every rule once, for all processes: reads one value per subject, moves its alarm, writes what happened and
 * the notifications in one transaction. @returns what happened; null: another process evaluates, or just did
 */
export async function evaluateAlarms(ctx: BrokerContext, options: EvaluateOptions = {}): Promise<Evaluated | null> {
  const done = await withTransaction(ctx.store.console, async (db) => {
    const now = await passClaim(db, ctx.clock.nowOrNull(), EVERY_MS);
    if (now === null) return null;
    await allowIdle(db);
    return await new Pass(ctx, db, now, options).run();
  });
  if (done !== null && done.fired + done.resolved + done.repeated > 0) ctx.changes.emit({ kind: 'alarm' });
  return done;
}

type Seen = Omit<Observation, 'holdsSinceMs'> & { readonly suppressed: boolean; readonly keptOpen: boolean };

class Pass {
  readonly #ctx: BrokerContext;
  readonly #db: PoolClient;
  readonly #now: Date;
  readonly #done = { fired: 0, resolved: 0, repeated: 0 };
  #states = new Map<string, StoredState>();
  #open = new Map<string, AlarmIncident>();
  /** Of groups whose alarm on new dead letters is open. */
  readonly #deaths = new Map<string, AlarmRule>();
  readonly #changed: StoredState[] = [];
  readonly #unwell: readonly string[];

  constructor(ctx: BrokerContext, db: PoolClient, now: Date, options: EvaluateOptions) {
    this.#ctx = ctx;
    this.#db = db;
    this.#now = now;
    this.#unwell = options.unwell?.() ?? [];
  }

  async run(): Promise<Evaluated> {
    const rules = await ruleList(this.#db);
    this.#states = new Map((await stateList(this.#db)).map((each) => [keyOf(each.ruleId, each.subject), each]));
    this.#open = new Map((await incidentOpenList(this.#db)).map((each) => [keyOf(each.ruleId, each.subject), each]));
    const subjects = await subjectsOf(this.#ctx);
    const observe = makeObserver(this.#ctx, this.#now, this.#unwell);
    const redrives = await groupsInRedrive(this.#ctx.store.console, this.#now);
    const looked = new Set<string>();
    let health: number | null = null;
    for (const watch of WATCH_NAMES) {
      if (!rules.some((rule) => rule.watch === watch && rule.enabled)) continue;
      for (const subject of subjects(watch)) {
        const rule = ruleFor(rules, watch, subject);
        if (rule === null) continue;
        const key = keyOf(rule.ruleId, subject);
        looked.add(key);
        const before = await this.#stateOf(rule, subject);
        const seen = await observe(rule, before);
        if (watch === 'broker-health') health = seen.value;
        const { remaining } = seen;
        const keptOpen = watch === 'deaths' && (remaining === null || remaining >= keptOpenFrom(rules, subject));
        const suppressed = (WATCHES[watch].movedByRedrive && redrives.has(subject)) || this.#isCovered(rule, subject);
        await this.#step(rule, { ...before, holdsSinceMs: seen.holdsSinceMs }, { ...seen, suppressed, keptOpen });
      }
    }
    // For previews: records this evaluation, and the value that no other figure has. It stays even if this pass fails.
    const noted = historyNoteHealth(this.#ctx.store.console, this.#now, health === null ? null : Math.floor(health));
    // A database without room for it may still have room for the alarm.
    await noted.catch((error: unknown) =>
      this.#ctx.log.warn({ error }, 'the health value of this evaluation was not stored'),
    );
    await this.#endOthers(looked);
    await stateWrite(this.#db, this.#changed);
    return this.#done;
  }

  /** A rule that watches something else by now starts again: values of two kinds are not one incident. */
  async #stateOf({ ruleId, watch }: AlarmRule, subject: string): Promise<StoredState> {
    const key = keyOf(ruleId, subject);
    const stored = this.#states.get(key) ?? fresh(ruleId, subject);
    const incident = this.#open.get(key);
    if (incident === undefined || incident.watch === watch) return stored;
    await this.#resolve(incident, 'rule-changed');
    this.#open.delete(key);
    return { ...fresh(ruleId, subject), state: this.#quiet(), silence: stored.silence };
  }

  /** What died is notified once: dead letters that are present wait while the alarm on new ones is open for them. */
  #isCovered(rule: AlarmRule, subject: string): boolean {
    const deaths = rule.watch === 'dead-letters' ? this.#deaths.get(subject) : undefined;
    return deaths !== undefined && covers(deaths, rule);
  }

  async #step(rule: AlarmRule, before: StoredState, seen: Seen): Promise<void> {
    const key = keyOf(rule.ruleId, before.subject);
    const incident = this.#open.get(key);
    if (incident !== undefined) {
      const redriven = await attachRedrive(this.#ctx, this.#db, this.#now, rule, incident, before.state);
      if (redriven !== null) {
        await this.#resolve(redriven, 'redriven');
        this.#write({ ...before, state: this.#quiet(), countsFrom: this.#now });
        return;
      }
    }
    const acknowledged = incident !== undefined && incident.acknowledgedAt !== null;
    const { state, step } = stepAlarm(rule, before.state, {
      ...seen,
      nowMs: this.#now.getTime(),
      acknowledged,
    });
    const isSilenced = before.silence !== null && before.silence.until > this.#now;
    if (rule.watch === 'deaths' && state.firedAtMs !== null) this.#deaths.set(before.subject, rule);
    if (step === 'fired-again' && incident !== undefined) await this.#resolve(incident, 'fired-again');
    if (step === 'fired' || step === 'fired-again') await this.#fire(rule, before.subject, seen, state, isSilenced);
    else if (incident !== undefined) await this.#goOn(rule, incident, seen, step, isSilenced);
    this.#write({ ...before, state });
  }

  async #goOn(
    rule: AlarmRule,
    incident: AlarmIncident,
    seen: Seen,
    step: AlarmStep,
    isSilenced: boolean,
  ): Promise<void> {
    const value = seen.value ?? incident.value;
    // A value that cannot be read changes nothing.
    const remaining = seen.remaining ?? incident.remaining;
    if (value !== incident.value || remaining !== incident.remaining)
      await incidentSee(this.#db, incident.incidentId, value, remaining);
    const isNew = !incident.told && incident.acknowledgedAt === null;
    if (step === 'resolved') await this.#resolve(incident, 'cleared');
    else if (!isSilenced && (step === 'repeated' || isNew)) await this.#notify(rule, { ...incident, value, remaining });
  }

  async #fire(
    rule: AlarmRule,
    subject: string,
    { value, remaining }: Seen,
    { becauseUnknown }: AlarmState,
    isSilenced: boolean,
  ): Promise<void> {
    const { ruleId, watch, severity, threshold, windowMs } = rule;
    const incident = await incidentInsert(this.#db, {
      ...{ ruleId, watch, subject, severity, threshold, windowMs, becauseUnknown, value, remaining },
      firedAt: this.#now,
      told: !isSilenced,
    });
    const because = watch === 'broker-health' ? this.#unwell : [];
    const note = [...because, ...(isSilenced ? ['silenced: no notification was sent'] : [])].join('; ');
    await eventAppend(this.#db, incident.incidentId, this.#now, 'fired', {
      value,
      ...(note === '' ? {} : { note }),
    });
    if (!isSilenced) await this.#queue(rule, 'fired', incident, because.join('; '));
    this.#done.fired += 1;
  }

  /** Again, or for the first time when its silence has ended. */
  async #notify(rule: AlarmRule, incident: AlarmIncident): Promise<void> {
    if (!incident.told) await incidentTold(this.#db, incident.incidentId);
    await eventAppend(this.#db, incident.incidentId, this.#now, 'repeated', { value: incident.value });
    await this.#queue(rule, incident.told ? 'repeated' : 'fired', incident);
    this.#done.repeated += 1;
  }

  async #resolve(incident: AlarmIncident, why: ResolvedWhy): Promise<void> {
    const resolved = await incidentResolve(this.#db, incident.incidentId, this.#now, why);
    if (resolved === null) return;
    await eventAppend(this.#db, incident.incidentId, this.#now, 'resolved', { note: why });
    // Channels that were notified of the start are notified of the end, silenced or not.
    // People are notified by the alarm that follows. A paging service must close this one, or it would not page again.
    const notTo = why === 'fired-again' ? READ_BY_PEOPLE : [];
    if (resolved.told)
      await deliveryQueueTold(this.#db, this.#now, resolved.incidentId, noticeOf('resolved', resolved), notTo);
    this.#done.resolved += 1;
  }

  async #queue(
    { channelIds }: AlarmRule,
    kind: 'fired' | 'repeated',
    incident: AlarmIncident,
    because = '',
  ): Promise<void> {
    await deliveryQueue(this.#db, this.#now, incident.incidentId, noticeOf(kind, incident, because), channelIds);
  }

  /** Alarms of rules that were switched off, removed or replaced by one of the subject's own. */
  async #endOthers(looked: ReadonlySet<string>): Promise<void> {
    for (const [key, incident] of this.#open) if (!looked.has(key)) await this.#resolve(incident, 'rule-changed');
    for (const [key, stored] of this.#states) {
      const isAtRest = stored.state.phase === 'quiet' && stored.state.unknownSinceMs === null;
      if (!looked.has(key) && !isAtRest) this.#write({ ...stored, state: this.#quiet() });
    }
  }

  #quiet(): AlarmState {
    return { ...QUIET, sinceMs: this.#now.getTime() };
  }

  #write(after: StoredState): void {
    const before = this.#states.get(keyOf(after.ruleId, after.subject)) ?? fresh(after.ruleId, after.subject);
    if (JSON.stringify(before) !== JSON.stringify(after)) this.#changed.push(after);
  }
}

function keyOf(ruleId: number, subject: string): string {
  return `${ruleId} ${subject}`;
}

function fresh(ruleId: number, subject: string): StoredState {
  return { ruleId, subject, state: QUIET, holdsSinceMs: null, countsFrom: null, silence: null };
}
