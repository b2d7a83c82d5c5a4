import type { StoredMessage } from '../../cluster/wire/message';
import type { Command } from '../../cluster/wire/command';
import type { FakeBroker } from './fake-broker';
import type { FakeAnswer } from './fake-peer';

export const SCHEDULE = 'SCHEDULE_TOPIC_XXXX';
const LEVELS = 18;
const WHEEL = 'rmq_sys_wheel_timer';
const SLOT_MS = 1_000;

/** As brokers do: what is to be delivered later lies in a topic of the system. Null: it is to be delivered at once. */
export function storeLater(
  broker: FakeBroker,
  topic: string,
  body: string | Buffer,
  more: Partial<StoredMessage> & Pick<StoredMessage, 'properties'>,
): StoredMessage | null {
  const { queueId = 0 } = more;
  const properties: Record<string, string> = { ...more.properties, REAL_TOPIC: topic, REAL_QID: String(queueId) };
  const { DELAY: level, TIMER_DELAY_SEC: seconds, TIMER_DELAY_MS: delayMs, TIMER_DELIVER_MS: deliver } = properties;
  if (level !== undefined && Number(level) > 0) {
    if (!broker.topics.has(SCHEDULE)) broker.addTopic(SCHEDULE, LEVELS);
    return broker.store(SCHEDULE, body, { ...more, queueId: Math.min(Number(level), LEVELS) - 1, properties });
  }
  const waitMs = seconds === undefined ? delayMs : Number(seconds) * 1_000;
  const dueMs = waitMs === undefined ? Number(deliver) : broker.timeMs + Number(waitMs);
  if (Number.isNaN(dueMs) || dueMs <= broker.timeMs) return null;
  const slotMs = dueMs % SLOT_MS === 0 ? dueMs - SLOT_MS : dueMs - (dueMs % SLOT_MS);
  if (!broker.topics.has(WHEEL)) broker.addTopic(WHEEL);
  return broker.store(WHEEL, body, {
    ...{ ...more, queueId: 0 },
    properties: { ...properties, TIMER_OUT_MS: String(slotMs) },
  });
}

/** What a producer's recall leaves at a broker: a marker in the slot of the message. */
export function storeRecall(broker: FakeBroker, topic: string, id: string, dueMs: number): void {
  const deliver = { TIMER_DELIVER_MS: String(dueMs), TIMER_DEL_UNIQKEY: `${topic}+${id}` };
  storeLater(broker, topic, '0', { properties: { UNIQ_KEY: id, TAGS: '_RECALL_TAG_', ...deliver } });
}

/** What was due beyond the window when it was stored is stored again, with the time that it has. */
export function rollWheel(broker: FakeBroker, windowMs: number): void {
  for (const message of [...(broker.topics.get(WHEEL)?.[0]?.messages ?? [])]) {
    const { properties, body, storeTimestamp, bornTimestamp } = message;
    if (Number(properties['TIMER_OUT_MS']) - storeTimestamp < windowMs) continue;
    const rolls = Number(properties['TIMER_ROLL_TIMES'] ?? 0) + 1;
    const takenMs = storeTimestamp - (storeTimestamp % SLOT_MS);
    const rolled = { TIMER_ROLL_TIMES: String(rolls), TIMER_ENQUEUE_MS: String(takenMs) };
    broker.store(WHEEL, body, { bornTimestamp, properties: { ...properties, ...rolled } });
  }
}

/** Of its own figures: how far each level is, and how late the timer is. Nothing of a level was delivered. */
export function figuresOfSchedule(broker: FakeBroker): Readonly<Record<string, string>> {
  const levels = (broker.topics.get(SCHEDULE) ?? []).flatMap(({ min, messages }, index) =>
    messages.length === 0 ? [] : [[`scheduleMessageOffset_${index + 1}`, `${min},${min + messages.length}`] as const],
  );
  return { timerReadBehind: '0', timerOffsetBehind: '0', timerCongestNum: '0', ...Object.fromEntries(levels) };
}

/** Of 61 and 370; null: it is another question. */
export function answerOfTimer(broker: FakeBroker, { code, fields }: Command): FakeAnswer | null {
  if (code === 61) {
    const counts = new Map<string, number>();
    for (const { properties } of broker.topics.get(WHEEL)?.[0]?.messages ?? [])
      counts.set(properties['REAL_TOPIC'] ?? '', (counts.get(properties['REAL_TOPIC'] ?? '') ?? 0) + 1);
    const timingCount = Object.fromEntries([...counts].map(([topic, count]) => [topic, { count, timeStamp: 0 }]));
    return { body: JSON.stringify({ timingCount }) };
  }
  if (code !== 370) return null;
  if (broker.config['recallMessageEnable'] !== 'true')
    return { code: 16, remark: 'recall failed, operation is forbidden' };
  const handle = Buffer.from(fields.recallHandle ?? '', 'base64url').toString();
  const [, topic = '', , time = '', id = ''] = handle.split(' ');
  storeRecall(broker, topic, id, Number(time));
  return {};
}
