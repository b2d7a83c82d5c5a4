import { beforeAll, afterAll, beforeEach } from 'vitest';

import { systemActor } from '../model/audit/actor';
import type { ChannelConfig, ChannelKind } from '../model/alarm/channel';
import { type MailReceiver, receiveMail } from './mail-receiver';
import { type HttpReceiver, receiveHttp } from './receivers';
import { IMPATIENT } from './impatient-rule';
import { Scene } from './scene';
import type { RuleFields } from '../model/alarm/defaults';
import { deliveryLog, type DeliveryLogRow } from '../store/queries/alarm/alarm-delivery';
import { sampleHistory } from '../broker/history/sample';
import { deliverAlarms } from '../broker/alarm/deliver';
import { createAlarmChannel } from '../broker/alarm/edit-channel';
import { createAlarmRule } from '../broker/alarm/edit-rule';
import { evaluateAlarms } from '../broker/alarm/evaluate';
import { speechIn } from '../language/catalogues';
import type { Language } from '../model/language/languages';
import { brokerStage } from './broker-stage';

/** For a receiver that answers nothing. */
const SILENCE_MS = 300;
/** For one that answers: the machine may be busy. */
const AMPLE_MS = 30_000;

export const SECRET = 'a-signing-secret-of-some-length';

/** A broker with receivers of alarms on this machine, and no channels, rules and incidents before each test. */
export function alarmChannelStage() {
  const stage = brokerStage();
  let http: HttpReceiver;
  let mail: MailReceiver;
  const allow = new Set<string>();
  beforeAll(async () => {
    http = await receiveHttp();
    mail = await receiveMail();
    allow.add(http.origin).add(`smtp://127.0.0.1:${mail.port}`);
  });
  afterAll(async () => {
    await http.close();
    await mail.close();
  });
  beforeEach(async () => {
    await stage.broker.database.store.console.query('TRUNCATE alarm_rule, alarm_incident, alarm_channel CASCADE');
    stage.broker.clock.advance(3_600_000);
    http.received.length = 0;
    mail.letters.length = 0;
  });
  const actor = systemActor('test');
  const options = () => ({ allow, consoleUrl: 'https://redrive.example.com', timeoutMs: AMPLE_MS, speechIn });
  const deliver = (): Promise<number> => deliverAlarms(stage.broker.ctx, options());
  const deliverInVain = (): Promise<number> => deliverAlarms(stage.broker.ctx, { ...options(), timeoutMs: SILENCE_MS });
  const log = (): Promise<DeliveryLogRow[]> => deliveryLog(stage.broker.database.store.console, null, 100);

  async function channel(
    kind: ChannelKind,
    path = '/hook',
    secret: string = SECRET,
    config: Pick<ChannelConfig, 'language'> = {},
  ): Promise<number> {
    const url = `${http.origin}${path}`;
    const isChat = kind === 'slack' || kind === 'teams';
    const made = await createAlarmChannel(
      stage.broker.ctx,
      {
        ...{ name: `${kind} channel`, kind, config: { ...config, ...(isChat ? {} : { url }) } },
        ...{ secret: isChat ? url : secret, enabled: true },
      },
      { actor, allow },
    );
    return made.channelId;
  }

  async function mailChannel(
    security: 'none' | 'starttls' | 'tls' = 'none',
    language: Language = 'en',
  ): Promise<number> {
    const config = { host: '127.0.0.1', port: mail.port, security, user: 'alarms', language };
    const made = await createAlarmChannel(
      stage.broker.ctx,
      {
        name: 'mail',
        kind: 'email',
        config: { ...config, from: 'redrive@example.com', to: ['on-call@example.com'] },
        secret: 'a password',
        enabled: true,
      },
      { actor, allow },
    );
    return made.channelId;
  }

  /** Ten seconds pass, and the rules are evaluated. */
  async function look(): Promise<void> {
    stage.broker.clock.advance(10_000);
    await sampleHistory(stage.broker.ctx);
    await evaluateAlarms(stage.broker.ctx);
  }

  /** A backlog alarm that fires at once. @returns ends it */
  async function fire(fields: Partial<RuleFields> = {}): Promise<() => Promise<void>> {
    const at = await Scene.open(stage.broker);
    await at.push();
    await createAlarmRule(
      stage.broker.ctx,
      {
        ...IMPATIENT,
        watch: 'backlog',
        subject: at.group,
        unknownForMs: 0,
        ...fields,
      },
      { reason: '', actor },
    );
    await at.sendMany(3);
    await look();
    return async () => {
      await at.ack(...(await at.push()));
      await look();
    };
  }

  const outside = {
    get http() {
      return http;
    },
    get mail() {
      return mail;
    },
  };
  return { stage, outside, actor, allow, options, deliver, deliverInVain, log, channel, mailChannel, look, fire };
}
