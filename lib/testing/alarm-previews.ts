import { beforeEach, expect } from 'vitest';

import { systemActor } from '../model/audit/actor';
import type { RuleFields } from '../model/alarm/defaults';
import { flushHistory } from '../broker/history/flush';
import { sampleHistory } from '../broker/history/sample';
import { heartbeat } from '../broker/throttle/heartbeat';
import { evaluateAlarms } from '../broker/alarm/evaluate';
import { previewRule } from '../broker/alarm/preview';
import { brokerStage } from './broker-stage';
import type { Scene } from './scene';

/** Levels are read, and rules evaluated, once in it. */
export const STEP_MS = 10_000;
const HOUR = 3_600_000;

export const BASE: Omit<RuleFields, 'watch' | 'threshold' | 'clearBelow'> = {
  ...{ subject: null, windowMs: 0, forMs: 0, clearForMs: 0, severity: 'warning', onUnknown: 'hold' },
  ...{ unknownForMs: 30_000, repeatMs: 0, channelIds: null, enabled: true },
};
type Rule = Pick<RuleFields, 'watch' | 'threshold' | 'clearBelow'> & Partial<RuleFields>;

/** Of each watch of a group a rule that something ordinary sets off. */
export const RULES: readonly Rule[] = [
  { watch: 'backlog', threshold: 4, clearBelow: 2, forMs: 20_000, clearForMs: 20_000 },
  { watch: 'oldest-age', threshold: 40, clearBelow: 20 },
  { watch: 'lag-growth', threshold: 3, clearBelow: 1, windowMs: 30_000, onUnknown: 'fire' },
  { watch: 'time-to-drain', threshold: 600, clearBelow: 300, windowMs: 30_000, forMs: 10_000 },
  { watch: 'deaths', threshold: 2, clearBelow: 1, windowMs: 60_000 },
  { watch: 'dead-letters', threshold: 2, clearBelow: 1, forMs: 10_000 },
  { watch: 'deaths-due', threshold: 2, clearBelow: 1, windowMs: HOUR, onUnknown: 'ignore', forMs: 20_000 },
  { watch: 'amplification', threshold: 1.5, clearBelow: 1.2, windowMs: 60_000 },
  { watch: 'no-consumer', threshold: 20, clearBelow: 1 },
  { watch: 'expiring-dead-letters', threshold: 2, clearBelow: 2, windowMs: 24 * HOUR },
];

export interface Tick {
  readonly sampled?: boolean;
  readonly consumers?: number;
}

export interface Firing {
  readonly fromMs: number;
  readonly untilMs: number | null;
}

/** A broker with no rules before each test, what its alarms did, and what the preview says they would have done. */
export function previewStage() {
  const stage = brokerStage();
  const db = () => stage.broker.database.store.console;
  beforeEach(async () => {
    await db().query('TRUNCATE alarm_rule, alarm_incident, alarm_channel CASCADE');
    stage.broker.clock.advance(HOUR);
  });

  async function tick(at: Scene, { sampled = true, consumers = 1 }: Tick = {}): Promise<void> {
    const { ctx, clock } = stage.broker;
    clock.advance(STEP_MS);
    const consumersByGroup = new Map(consumers === 0 ? [] : [[at.group, consumers]]);
    await heartbeat(ctx, { consumersByGroup, pushClients: [] });
    await flushHistory(ctx);
    if (sampled) await sampleHistory(ctx);
    expect(await evaluateAlarms(ctx)).not.toBeNull();
  }

  async function incidents(subject: string, watch: string): Promise<Firing[]> {
    const { rows } = await db().query<{ firedAt: Date; resolvedAt: Date | null }>(
      `SELECT fired_at AS "firedAt", resolved_at AS "resolvedAt" FROM alarm_incident WHERE subject = $1 AND watch = $2 ORDER BY fired_at`,
      [subject, watch],
    );
    return rows.map(({ firedAt, resolvedAt }) => ({
      fromMs: firedAt.getTime(),
      untilMs: resolvedAt?.getTime() ?? null,
    }));
  }

  /** What the preview says; a step stands for the moment at its end, the alarm looked when it began. */
  async function previewed(rule: RuleFields): Promise<Firing[] | null> {
    const { firings } = await previewRule(stage.broker.ctx, rule);
    return (
      firings?.map(({ fromMs, untilMs }) => ({
        fromMs: fromMs - STEP_MS,
        untilMs: untilMs === null ? null : untilMs - STEP_MS,
      })) ?? null
    );
  }

  return { stage, db, actor: systemActor('test'), tick, incidents, previewed };
}
