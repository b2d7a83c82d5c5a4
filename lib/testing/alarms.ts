import { expect, beforeEach } from 'vitest';

import { systemActor } from '../model/audit/actor';
import type { RuleFields } from '../model/alarm/defaults';
import type { AlarmIncident } from '../model/alarm/incident';
import { Scene } from './scene';
import { incidentOpenList, incidentResolvedList } from '../store/queries/alarm/alarm-incident';
import { flushHistory } from '../broker/history/flush';
import { sampleHistory } from '../broker/history/sample';
import { heartbeat } from '../broker/throttle/heartbeat';
import { createAlarmRule } from '../broker/alarm/edit-rule';
import { evaluateAlarms } from '../broker/alarm/evaluate';
import { brokerStage } from './broker-stage';

const actor = systemActor('test');
const why = { reason: 'test', actor };
/** A backlog of 3, for 20 s. */
const BASE: RuleFields = {
  ...{ watch: 'backlog', subject: null, threshold: 3, windowMs: 0, forMs: 20_000, clearBelow: 2, clearForMs: 20_000 },
  ...{ severity: 'warning', onUnknown: 'hold', unknownForMs: 30_000, repeatMs: 0, channelIds: null, enabled: true },
};

/** A broker with no rules and channels before each test, and what happens to groups that rules look at. */
export function alarmStage() {
  const stage = brokerStage();
  beforeEach(async () => {
    await stage.broker.database.store.console.query('TRUNCATE alarm_rule, alarm_incident, alarm_channel CASCADE');
    stage.broker.clock.advance(3_600_000);
  });
  const db = () => stage.broker.database.store.console;
  const open = async (): Promise<AlarmIncident[]> => await incidentOpenList(db());
  const resolved = async (): Promise<AlarmIncident[]> => await incidentResolvedList(db(), new Date(0), 100);

  /** Ten seconds pass: levels are read, rules evaluated. */
  async function tick(times = 1, { sampled = true } = {}): Promise<void> {
    for (let round = 0; round < times; round += 1) {
      stage.broker.clock.advance(10_000);
      await heartbeat(stage.broker.ctx, { consumersByGroup: new Map(), pushClients: [] });
      await flushHistory(stage.broker.ctx);
      if (sampled) await sampleHistory(stage.broker.ctx);
      expect(await evaluateAlarms(stage.broker.ctx)).not.toBeNull();
    }
  }

  /** A group that has subscribed: its backlog is known. */
  async function scene(group = {}): Promise<Scene> {
    const at = await Scene.open(stage.broker, group);
    await at.push();
    return at;
  }

  async function only(at: Scene, fields: Partial<RuleFields> = {}): Promise<void> {
    await createAlarmRule(stage.broker.ctx, { ...BASE, subject: at.group, ...fields }, why);
  }

  async function die(at: Scene, count: number): Promise<void> {
    await at.sendMany(count);
    for (const message of await at.push()) await at.fail(message);
  }

  return { stage, why, BASE, db, open, resolved, tick, scene, only, die };
}
