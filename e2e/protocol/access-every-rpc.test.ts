import { expect, test } from 'vitest';

import { loadMessagingService } from '../../lib/testing/messaging-service';
import type { Settings, Status } from '../../lib/gateway/proto/wire';
import type { AccessRule } from '../../lib/model/access/access-rule';
import { groupRule, openAccessStage, topicRule } from './support/access-stage';
import { type RawClient, rawMessage } from './support/raw-client';

const stage = openAccessStage();

interface Rpc {
  /** The rights that the RPC needs, each as a rule and as the refusal names it. */
  readonly needs: readonly Right[];
  readonly call: (client: RawClient) => Promise<Status | undefined>;
}

type Right = 'publish' | 'subscribe' | 'consume';

const RULE: Readonly<Record<Right, () => AccessRule>> = {
  publish: () => topicRule(stage.topic, 'publish'),
  subscribe: () => topicRule(stage.topic, 'subscribe'),
  consume: () => groupRule(stage.group),
};

const topic = () => ({ name: stage.topic });
const group = () => ({ name: stage.group });

function unary(method: string, request: () => object): Rpc['call'] {
  return async (client) => (await client.call<{ status: Status }>(method, request())).status;
}

function telemetry(settings: () => Settings): Rpc['call'] {
  return async (client) => {
    const { first, stream } = await client.introduce(settings());
    stream.end();
    return first.status;
  };
}

/** Written down a second time on purpose: what each RPC needs, one row for each kind of request. */
const RPCS: Readonly<Record<string, Rpc>> = {
  SendMessage: {
    needs: ['publish'],
    call: unary('SendMessage', () => ({ messages: [rawMessage(stage.topic)] })),
  },
  ReceiveMessage: {
    needs: ['subscribe', 'consume'],
    call: async (client) => {
      const answers = await client.receive({
        group: group(),
        messageQueue: { topic: topic() },
        batchSize: 1,
        autoRenew: true,
        longPollingTimeout: { seconds: 1, nanos: 0 },
      });
      return answers.find(({ status }) => status !== undefined)?.status;
    },
  },
  AckMessage: {
    needs: ['consume'],
    call: unary('AckMessage', () => ({ group: group(), topic: topic(), entries: [] })),
  },
  ChangeInvisibleDuration: {
    needs: ['consume'],
    call: unary('ChangeInvisibleDuration', () => ({ group: group(), topic: topic(), receiptHandle: 'x' })),
  },
  ForwardMessageToDeadLetterQueue: {
    needs: ['consume'],
    call: unary('ForwardMessageToDeadLetterQueue', () => ({ group: group(), topic: topic(), receiptHandle: 'x' })),
  },
  EndTransaction: {
    needs: ['publish'],
    call: unary('EndTransaction', () => ({ topic: topic(), messageId: 'x', transactionId: 'x', resolution: 1 })),
  },
  RecallMessage: {
    needs: ['publish'],
    call: unary('RecallMessage', () => ({ topic: topic(), recallHandle: 'x' })),
  },
  QueryAssignment: {
    needs: ['subscribe', 'consume'],
    call: unary('QueryAssignment', () => ({ topic: topic(), group: group() })),
  },
  Heartbeat: { needs: ['consume'], call: unary('Heartbeat', () => ({ group: group(), clientType: 3 })) },
  NotifyClientTermination: {
    needs: ['consume'],
    call: unary('NotifyClientTermination', () => ({ group: group() })),
  },
  SyncLiteSubscription: {
    needs: ['subscribe', 'consume'],
    call: unary('SyncLiteSubscription', () => ({ topic: topic(), group: group(), liteTopicSet: ['a'] })),
  },
  'Telemetry of a producer': {
    needs: ['publish'],
    call: telemetry(() => ({ clientType: 1, publishing: { topics: [topic()] } })),
  },
  'Telemetry of a consumer': {
    needs: ['subscribe', 'consume'],
    call: telemetry(() => ({
      clientType: 3,
      subscription: { group: group(), subscriptions: [{ topic: topic() }] },
    })),
  },
};

/** Answered with UNIMPLEMENTED, as Apache RocketMQ's proxy does. */
const NOT_IMPLEMENTED = new Set(['PullMessage', 'UpdateOffset', 'GetOffset', 'QueryOffset']);
/** Either right on a topic is enough for its route: see the test below. */
const EITHER = new Set(['QueryRoute']);

test('the table has every RPC of the protocol', () => {
  const inTable = new Set([
    ...Object.keys(RPCS).map((name) => name.split(' ')[0] ?? ''),
    ...NOT_IMPLEMENTED,
    ...EITHER,
  ]);
  expect(Object.keys(loadMessagingService()).filter((name) => !inTable.has(name))).toEqual([]);
});

const CASES = Object.entries(RPCS).flatMap(([name, rpc]) => rpc.needs.map((missing) => ({ name, missing, rpc })));

test.each(CASES)('$name without the right to $missing is 40300, and names it', async ({ rpc, missing }) => {
  // All rights on everything else, and all but one on these.
  const others = [topicRule('other*', 'publish', 'subscribe'), groupRule('other*')];
  const rest = (['publish', 'subscribe', 'consume'] as const).filter((right) => right !== missing);
  const key = await stage.makeKey([...others, ...rest.map((right) => RULE[right]())]);
  const name = missing === 'consume' ? `group ${stage.group}` : `topic ${stage.topic}`;
  expect(await rpc.call(stage.raw(key))).toMatchObject({
    code: 40300,
    message: expect.stringContaining(`may not ${missing} on ${name}`),
  });
});

test.each(Object.entries(RPCS))('%s with just the rights it needs is not refused for want of one', async (_, rpc) => {
  const key = await stage.makeKey(rpc.needs.map((right) => RULE[right]()));
  const status = await rpc.call(stage.raw(key));
  expect([40100, 40300]).not.toContain(status?.code);
});

test('the route of a topic needs one right on it, whichever', async () => {
  const route = unary('QueryRoute', () => ({ topic: topic() }));
  for (const [rule, code] of [
    [RULE.publish(), 20000],
    [RULE.subscribe(), 20000],
    [RULE.consume(), 40300],
  ] as const) {
    const client = stage.raw(await stage.makeKey([rule]));
    expect(await route(client)).toMatchObject({ code });
  }
});
