import { joined, type Reason, told } from '../../model/language/t';
import type { PoolClient } from 'pg';

import { READ_BY_PEOPLE } from '../../model/alarm/channel';
import { noticeOf } from '../../model/alarm/notice';
import { type AlarmIncident, endOf, type ResolvedWhy } from '../../model/alarm/incident';
import { type AlarmState, type AlarmStep, QUIET, stepAlarm } from '../../model/alarm/machine';
import { type AlarmRule, endsByEvidence, ruleFor } from '../../model/alarm/rule';
import { type Signal, SIGNAL_NAMES, SIGNALS } from '../../model/signal/signal';
import { deliveryQueue, deliveryQueueTold } from '../../store/queries/alarm/alarm-delivery';
import {
  eventAppend,
  incidentInsert,
  incidentOpenList,
  incidentResolve,
  incidentSee,
  incidentTold,
} from '../../store/queries/alarm/alarm-incident';
import { causeSentence } from '../../store/queries/alarm/alarm-letters';
import { whyInCluster } from '../../store/queries/signal/cluster-numbers';
import { groupsInRedrive } from '../../store/queries/signal/signal-numbers';
import { diedAgainSince } from '../../store/queries/alarm/alarm-redrives';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import { historyNoteHealth } from '../../store/queries/history/history-levels';
import { passClaim, stateList, stateWrite, type StoredState } from '../../store/queries/alarm/alarm-state';
import { allowIdle } from '../../store/allow-long';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { engineOf } from '../engine-of';
import { Covering } from './covering';
import { countLetters, followLetters, type FollowedLetters } from './follow-letters';
import { makeObserver, type Observation } from './observe';
import { type CausesSeen, readCauses } from './read-causes';
import { subjectsOf } from '../signal/read-signals';

export interface EvaluateOptions {
  /** What is wrong with this process or its database now, in words; empty: nothing. */
  readonly unwell?: () => readonly Reason[];
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

type Seen = Pick<Observation, 'value'> & {
  readonly suppressed: boolean;
  /** An alarm about dead letters ends by the outcome of each, not by its number. */
  readonly byEvidence: boolean;
};

class Pass {
  readonly #ctx: BrokerContext;
  readonly #db: PoolClient;
  readonly #now: Date;
  readonly #done = { fired: 0, resolved: 0, repeated: 0 };
  #states = new Map<string, StoredState>();
  #open = new Map<string, AlarmIncident>();
  readonly #covering = new Covering();
  readonly #changed: StoredState[] = [];
  readonly #unwell: readonly Reason[];

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
    const causes = await readCauses(this.#ctx, this.#now, rules, this.#knownCauses(rules));
    const subjects = await subjectsOf(this.#ctx, this.#causesOf(rules, causes));
    const observe = makeObserver(this.#ctx, this.#now, this.#unwell, causes);
    const redrives = await groupsInRedrive(this.#ctx.store.console, this.#now);
    const looked = new Set<string>();
    let health: number | null = null;
    for (const watch of SIGNAL_NAMES) {
      if (!rules.some((rule) => rule.watch === watch && rule.enabled)) continue;
      for (const subject of subjects(watch)) {
        const rule = ruleFor(rules, watch, subject);
        if (rule === null) continue;
        const key = keyOf(rule.ruleId, subject);
        looked.add(key);
        const before = await this.#stateOf(rule, subject);
        const seen = await observe(rule, before);
        if (watch === 'broker-health') health = seen.value;
        const byEvidence = endsByEvidence(rules, watch, subject);
        const suppressed =
          (SIGNALS[watch].movedByRedrive && redrives.has(subject)) ||
          this.#covering.has(rule, subject, causes?.get(subject)?.firstAt ?? null);
        await this.#step(rule, { ...before, holdsSinceMs: seen.holdsSinceMs }, { ...seen, suppressed, byEvidence });
      }
    }
    // For previews: records this evaluation, and the value that no other figure has. It stays even if this pass fails.
    if (this.#ctx.workspace === null) await this.#noteHealth(health);
    await this.#endOthers(looked);
    await stateWrite(this.#db, this.#changed);
    return this.#done;
  }

  async #noteHealth(health: number | null): Promise<void> {
    const noted = historyNoteHealth(this.#ctx.store.console, this.#now, health === null ? null : Math.floor(health));
    // A database without room for it may still have room for the alarm.
    await noted.catch((error: unknown) =>
      this.#ctx.log.warn({ error }, 'the health value of this evaluation was not stored'),
    );
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

  /** Causes whose alarm is not at rest: read however few dead letters they have. */
  #knownCauses(rules: readonly AlarmRule[]): string[] {
    const own = new Set(rules.filter(({ watch }) => watch === 'dead-letters-of-cause').map(({ ruleId }) => ruleId));
    const moving = [...this.#states.values()].filter(({ ruleId, state }) => own.has(ruleId) && !isAtRest(state));
    return moving.map(({ subject }) => subject);
  }

  #causesOf(rules: readonly AlarmRule[], causes: CausesSeen): string[] {
    return [...new Set([...(causes?.keys() ?? []), ...this.#knownCauses(rules)])];
  }

  async #step(rule: AlarmRule, before: StoredState, seen: Seen): Promise<void> {
    const key = keyOf(rule.ruleId, before.subject);
    const incident = this.#open.get(key);
    const letters = incident === undefined ? null : await this.#follow(incident);
    if (incident !== undefined && (await this.#isEnded(incident, letters))) {
      this.#write({ ...before, state: this.#quiet(), countsFrom: this.#now });
      return;
    }
    const value = await this.#valueOf(rule, before, seen, letters);
    const { state, step } = stepAlarm(rule, before.state, {
      ...{ value, suppressed: seen.suppressed, keptOpen: seen.byEvidence && letters?.left !== 0 },
      nowMs: this.#now.getTime(),
      acknowledged: isAcknowledged(incident),
    });
    const isSilenced = before.silence !== null && before.silence.until > this.#now;
    if (state.firedAtMs !== null) this.#covering.note(rule, before.subject, state.firedAtMs);
    if (step === 'fired' || step === 'fired-again') {
      if (incident !== undefined) await this.#resolve(incident, 'fired-again');
      await this.#fire(rule, before.subject, value, state, isSilenced);
    } else if (incident !== undefined) await this.#goOn(rule, incident, { value, letters, step }, isSilenced);
    this.#write({ ...before, state });
  }

  /** None of its dead letters is left, and the outcome of each is on record. */
  async #isEnded(incident: AlarmIncident, letters: FollowedLetters | null): Promise<boolean> {
    if (letters?.left !== 0) return false;
    const end = endOf(letters.became) ?? (incident.became === null ? null : endOf(incident.became));
    if (end === null) return false;
    await incidentSee(this.#db, incident.incidentId, incident.value, 0);
    await this.#resolve(incident, end);
    return true;
  }

  /** Null: not about dead letters, or it cannot be read, which ends nothing. */
  async #follow(incident: AlarmIncident): Promise<FollowedLetters | null> {
    if (!SIGNALS[incident.watch].ofDeadLetters) return null;
    return await followLetters(this.#ctx, this.#db, this.#now, incident).catch((error: unknown) => {
      this.#ctx.log.warn({ error, incident: incident.incidentId }, 'the dead letters of an alarm could not be counted');
      return null;
    });
  }

  /**
   * What died in a re-drive of this alarm died again: it keeps the alarm open, and is nothing new that would begin
   * another one. Of a cause counts what a re-drive sent, too.
   */
  async #valueOf(
    { watch, windowMs }: AlarmRule,
    { state }: StoredState,
    { value }: Seen,
    letters: FollowedLetters | null,
  ): Promise<number | null> {
    if (letters === null || value === null) return value;
    if (SIGNALS[watch].perCause) return letters.left;
    if (watch !== 'deaths' || state.phase !== 'kept-open' || value === 0 || letters.redriveIds.length === 0)
      return value;
    const since = new Date(this.#now.getTime() - windowMs);
    return Math.max(
      0,
      value - (await diedAgainSince(this.#ctx.store.console, letters.redriveIds, since, engineOf(this.#ctx))),
    );
  }

  async #goOn(
    rule: AlarmRule,
    incident: AlarmIncident,
    now: { readonly value: number | null; readonly letters: FollowedLetters | null; readonly step: AlarmStep },
    isSilenced: boolean,
  ): Promise<void> {
    // What cannot be read changes nothing.
    const value = now.value ?? incident.value;
    const remaining = now.letters?.left ?? incident.remaining;
    const { step } = now;
    if (value !== incident.value || remaining !== incident.remaining)
      await incidentSee(this.#db, incident.incidentId, value, remaining);
    const isNew = !incident.told && !isAcknowledged(incident);
    const isAgain = now.letters?.diedAgain === true && !isAcknowledged(incident);
    if (step === 'resolved') await this.#resolve(incident, 'cleared');
    else if (!isSilenced && (step === 'repeated' || isNew || isAgain))
      await this.#notify(rule, { ...incident, value, remaining });
  }

  async #fire(
    rule: AlarmRule,
    subject: string,
    value: number | null,
    { becauseUnknown }: AlarmState,
    isSilenced: boolean,
  ): Promise<void> {
    const { ruleId, watch, severity, threshold, windowMs } = rule;
    const { ofDeadLetters, perCause } = SIGNALS[watch];
    const about = { watch, subject, threshold };
    const remaining = ofDeadLetters ? await countLetters(this.#ctx, about, this.#now).catch(() => null) : null;
    const incident = await incidentInsert(this.#db, {
      ...{ ruleId, watch, subject, severity, threshold, windowMs, becauseUnknown, value, remaining },
      firedAt: this.#now,
      told: !isSilenced,
    });
    const sentence = perCause ? await causeSentence(this.#ctx.store.console, subject) : null;
    const because = await this.#because(watch, subject, sentence);
    const note = joined([...because, ...(isSilenced ? [told('silenced: no notification was sent')] : [])]);
    await eventAppend(this.#db, incident.incidentId, this.#now, 'fired', {
      value,
      ...(note === '' ? {} : { note }),
    });
    if (!isSilenced) await this.#queue(rule, 'fired', incident, joined(because));
    this.#done.fired += 1;
  }

  /** What is wrong, where the number alone does not say it. */
  async #because(watch: Signal, subject: string, sentence: string | null): Promise<readonly Reason[]> {
    if (sentence !== null) return [sentence];
    if (this.#ctx.workspace === null) return watch === 'broker-health' ? this.#unwell : [];
    const why = await whyInCluster(this.#ctx.store.console, watch, subject).catch(() => null);
    return why === null ? [] : [why];
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
      await deliveryQueueTold(
        this.#db,
        this.#now,
        resolved.incidentId,
        noticeOf('resolved', resolved, '', this.#ctx.workspace),
        notTo,
      );
    this.#done.resolved += 1;
  }

  async #queue(
    { channelIds }: AlarmRule,
    kind: 'fired' | 'repeated',
    incident: AlarmIncident,
    because: Reason = '',
  ): Promise<void> {
    await deliveryQueue(
      this.#db,
      this.#now,
      incident.incidentId,
      noticeOf(kind, incident, because, this.#ctx.workspace),
      channelIds,
    );
  }

  /** Alarms of rules that were switched off, removed or replaced by one of the subject's own. */
  async #endOthers(looked: ReadonlySet<string>): Promise<void> {
    for (const [key, incident] of this.#open) if (!looked.has(key)) await this.#resolve(incident, 'rule-changed');
    for (const [key, stored] of this.#states) {
      if (!looked.has(key) && !isAtRest(stored.state)) this.#write({ ...stored, state: this.#quiet() });
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

function isAtRest({ phase, unknownSinceMs }: AlarmState): boolean {
  return phase === 'quiet' && unknownSinceMs === null;
}

function isAcknowledged(incident: AlarmIncident | undefined): boolean {
  return incident !== undefined && incident.acknowledgedAt !== null;
}

function keyOf(ruleId: number, subject: string): string {
  return `${ruleId} ${subject}`;
}

function fresh(ruleId: number, subject: string): StoredState {
  return { ruleId, subject, state: QUIET, holdsSinceMs: null, countsFrom: null, silence: null };
}
