import type {
  MessageQueue,
  QueryAssignmentResponse,
  QueryRouteResponse,
  TelemetryCommand,
} from '../../../lib/gateway/proto/wire';
import type { Fact, Facts } from '../support/event-log';
import type { Party } from '../support/party';
import type { Scenario, Stage } from '../support/stage';
import { until } from '../../protocol/support/wait';

const seconds = (time?: { seconds?: number; nanos?: number }): number | null =>
  time === undefined ? null : (time.seconds ?? 0) + (time.nanos ?? 0) / 1e9;

const round = (value: number): number => Number(value.toFixed(3));

type Pushed = NonNullable<TelemetryCommand['settings']>;

function policyFacts({ backoffPolicy = {} }: Pushed): Facts {
  const { customizedBackoff: customized, exponentialBackoff: exponential, maxAttempts = null } = backoffPolicy;
  const curve = exponential && [seconds(exponential.initial), seconds(exponential.max), round(exponential.multiplier)];
  return { maxAttempts, customized: customized?.next.map(seconds) ?? null, exponential: curve ?? null };
}

function publishingFacts({ publishing }: Pushed): Facts {
  if (publishing === undefined) return {};
  const { maxBodySize = null, validateMessageType = null, topics = [] } = publishing;
  return { maxBodySize, validateMessageType, publishingTopics: topics.length };
}

function subscriptionFacts({ subscription }: Pushed): Facts {
  if (subscription === undefined) return {};
  const { fifo = false, receiveBatchSize: batchSize = null, longPollingTimeout, subscriptions = [] } = subscription;
  return { fifo, batchSize, pollSeconds: seconds(longPollingTimeout), subscriptions: subscriptions.length };
}

function noteSettings(stage: Stage, step: string, party: Party): void {
  const { settings: pushed = {} } = party.told.at(-1) ?? {};
  stage.log.note(step, {
    clientType: pushed.clientType ?? null,
    metric: pushed.metric?.on ?? false,
    requestSeconds: seconds(pushed.requestTimeout),
    userAgent: pushed.userAgent?.version ?? null,
    ...policyFacts(pushed),
    ...publishingFacts(pushed),
    ...subscriptionFacts(pushed),
  });
}

function shapes(queues: readonly MessageQueue[] = []): Fact {
  return queues.map(({ id = 0, permission = 0 }) => `id ${id} permission ${permission}`);
}

function types(queues: readonly MessageQueue[] = []): Fact {
  return [...new Set(queues.flatMap(({ acceptMessageTypes = [] }) => acceptMessageTypes))];
}

export const settings: readonly Scenario[] = [
  {
    id: 'settings-pushed',
    title: '[case 83] settings of producers and consumers, as the server answers them',
    run: async (stage) => {
      const topic = await stage.topic();
      const kinds = {
        'default group': {},
        'three intervals': { maxRetries: 5, intervalsMs: [1_000, 2_500, 60_000] },
        ordered: { ordered: true },
        'ordered, 2 s': { ordered: true, maxRetries: 2, intervalsMs: [2_000] },
      };
      for (const [index, [step, options]] of Object.entries(kinds).entries()) {
        const group = await stage.group(options, `-${index}`);
        for (const kind of ['PUSH_CONSUMER', 'SIMPLE_CONSUMER'] as const)
          noteSettings(stage, `${step}, ${kind}`, await stage.party({ kind, group, topics: [topic] }));
      }
      noteSettings(stage, 'producer', await stage.party({ kind: 'PRODUCER', topics: [topic] }));
    },
  },
  {
    id: 'settings-changed',
    title: '[case 87] a changed group and the next settings of a connected consumer',
    run: async (stage) => {
      const topic = await stage.topic();
      const group = await stage.group({ maxRetries: 5, intervalsMs: [1_000] });
      const consumer = await stage.party({ kind: 'PUSH_CONSUMER', group, topics: [topic] });
      const before = consumer.told.length;
      await stage.target.changeGroup(group, { maxRetries: 2, intervalsMs: [4_000] });
      const pushed = await until('settings', () => consumer.told.length > before, 3_000).then(
        () => true,
        () => false,
      );
      stage.log.note('within 3 s of the change', { pushed });
      const again = await stage.party({ kind: 'PUSH_CONSUMER', group, topics: [topic] });
      noteSettings(stage, 'a new client', again);
    },
  },
  {
    id: 'routes',
    title: '[case 82, 85] routes and assignments of each type of topic',
    run: async (stage) => {
      let typed = false;
      const [plain, inOrder] = await Promise.all([stage.group(), stage.group({ ordered: true }, '-ordered')]);
      for (const messageType of ['NORMAL', 'FIFO', 'DELAY', 'TRANSACTION'] as const) {
        const topic = await stage.topic(messageType, `-${messageType}`, 3);
        const resource = { name: topic };
        const consumer = await stage.party({ kind: 'PUSH_CONSUMER', group: plain, topics: [topic] });
        const route = await consumer.raw.call<QueryRouteResponse>('QueryRoute', { topic: resource });
        stage.log.note(`route of ${messageType}`, {
          code: route.status.code,
          queues: shapes(route.messageQueues),
          types: types(route.messageQueues),
        });
        for (const [name, group] of Object.entries({ plain, ordered: inOrder })) {
          const { status, assignments = [] } = await consumer.raw.call<QueryAssignmentResponse>('QueryAssignment', {
            topic: resource,
            group: { name: group },
          });
          const queues = assignments.map(({ messageQueue }) => messageQueue);
          stage.log.note(`${name} assignment of ${messageType}`, { code: status.code, queues: shapes(queues) });
          typed ||= queues.some(({ acceptMessageTypes = [] }) => acceptMessageTypes.length > 0);
        }
      }
      stage.log.note('assignments', { nameTypes: typed });
    },
  },
  {
    id: 'strangers',
    title: '[case 82] calls of a client that has not introduced itself',
    run: async (stage) => {
      const [topic, group] = await Promise.all([stage.topic(), stage.group()]);
      const known = await stage.party({ kind: 'PRODUCER', topics: [topic] });
      await known.mustSend(['m1', 'm2']);
      const stranger = stage.stranger({ kind: 'SIMPLE_CONSUMER', group, topics: [topic] });
      await stranger.code('heartbeat', 'Heartbeat', { group: { name: group }, clientType: 3 });
      await stranger.code('route', 'QueryRoute', { topic: { name: topic } });
      const { messages } = await stranger.receive('receive', { max: 1 });
      await stranger.ack('ack', messages[0] ?? 'garbage');
      await stranger.code('send', 'SendMessage', { messages: [stranger.message('m3')] });
      await stranger.code('goodbye', 'NotifyClientTermination', { group: { name: group } });
      await known.code('heartbeat of a producer', 'Heartbeat', { clientType: 1 });
    },
  },
];
