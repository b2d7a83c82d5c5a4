import { expect, test } from 'vitest';

import { describeAccessNeed } from '../../model/access/access-rule';
import { needsOf, type RpcName } from './needs';

const topic = { name: 'orders' };
const other = { name: 'bills' };
const group = { name: 'billing' };

/** Every RPC; a new one without a row does not compile. */
const CASES: { readonly [Name in RpcName]: readonly [request: object, needs: readonly string[]] } = {
  QueryRoute: [{ topic }, ['topic orders publish,subscribe']],
  SyncLiteSubscription: [{ topic, group }, ['topic orders subscribe', 'group billing consume']],
  QueryAssignment: [{ topic, group }, ['topic orders subscribe', 'group billing consume']],
  Heartbeat: [{ group }, ['group billing consume']],
  SendMessage: [
    { messages: [{ topic }, { topic }, { topic: other }] },
    ['topic orders publish', 'topic bills publish'],
  ],
  EndTransaction: [{ topic }, ['topic orders publish']],
  RecallMessage: [{ topic }, ['topic orders publish']],
  ReceiveMessage: [{ messageQueue: { topic }, group }, ['topic orders subscribe', 'group billing consume']],
  AckMessage: [{ topic, group }, ['group billing consume']],
  ChangeInvisibleDuration: [{ topic, group }, ['group billing consume']],
  ForwardMessageToDeadLetterQueue: [{ topic, group }, ['group billing consume']],
  NotifyClientTermination: [{ group }, ['group billing consume']],
  Telemetry: [
    { settings: { publishing: { topics: [topic] }, subscription: { group, subscriptions: [{ topic: other }] } } },
    ['topic orders publish', 'group billing consume', 'topic bills subscribe'],
  ],
};

test.each(Object.entries(CASES))('%s needs its rights', (rpc, [request, expected]) => {
  const needs = needsOf(rpc as RpcName, request);
  expect(needs.map(({ resource, name, actions }) => `${resource} ${name} ${actions.join(',')}`)).toEqual(expected);
  for (const need of needs) expect(describeAccessNeed(need)).toContain(need.name);
});
