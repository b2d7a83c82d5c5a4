import { expect, test } from 'vitest';

import { describeAbsence, httpStatusOf, nodeHealth } from './health';
import type { BrokerHealth, NodeState, ProcessState } from './processes/messages';

const process = (name: string, state: ProcessState['state'] = 'ready', troubles: string[] = []): ProcessState => ({
  ...{ name, state, troubles },
});
const node = (brokers: readonly ProcessState[], rest: Partial<NodeState> = {}): NodeState => ({
  ...{ postgres: null, brokers, console: process('console') },
  ...rest,
});
const well: BrokerHealth = { database: 'ready', connections: 'ready', lagging: [], wakeUpsDownMs: null };
const TWO = node([process('broker 1'), process('broker 2')]);

test('ready when every process answers that it is well', () => {
  expect(nodeHealth(TWO, [well, { ...well, lagging: null }])).toMatchObject({ status: 'ready' });
});

test('one process that ended: the node serves, and says which and why', () => {
  const says = 'broker 2 was ended by SIGKILL 3 s ago, and is being started again';
  const health = nodeHealth(node([process('broker 1'), process('broker 2', 'down', [says])]), [well]);
  expect(health).toMatchObject({ status: 'degraded', parts: { processes: says, gateway: 'ready', broker: 'ready' } });
  expect(httpStatusOf(health)).toBe(200);
  const console = process('console', 'ready', ['console ended with exit code 1 9 s ago, and runs again']);
  expect(nodeHealth({ ...TWO, console }, [well]).status).toBe('degraded');
});

test('no process that serves clients is a 503, whatever the reason', () => {
  const down = nodeHealth(node([process('broker 1', 'down')]), []);
  expect(down).toMatchObject({ status: 'unavailable', parts: { workers: 'no process runs them' } });
  expect(httpStatusOf(down)).toBe(503);
  const silent = nodeHealth(node([process('broker 1', 'silent')]), []);
  expect(silent.parts.gateway).toBe('no broker process answers');
  // It counts as ready, and has not answered the question.
  expect(nodeHealth(node([process('broker 1')]), []).parts.broker).toBe('no broker process answers');
  expect(describeAbsence('stopping').status).toBe('unavailable');
});

test('what is wrong with the database is said once, however many processes say it', () => {
  const full = 'the disk of the database is full (53100)';
  const health = nodeHealth(
    TWO,
    [
      { ...well, database: full },
      { ...well, database: full },
    ],
    { database: full, connections: 'ready' },
  );
  expect(health).toMatchObject({ status: 'unavailable', parts: { database: full } });
  const stopped = node(TWO.brokers, { postgres: 'PostgreSQL has stopped and is being restarted' });
  expect(nodeHealth(stopped, [{ ...well, database: 'connect ECONNREFUSED' }]).parts.database).toBe(
    'PostgreSQL has stopped and is being restarted; connect ECONNREFUSED',
  );
});

test('a process that gets no further connection serves with those it has: the node is degraded, and says so', () => {
  const says = 'the database accepts no more connections (53300): calls fail';
  const health = nodeHealth(TWO, [well, { ...well, connections: says }], { database: 'ready', connections: says });
  expect(health).toMatchObject({ status: 'degraded', parts: { database: 'ready', connections: says } });
  expect(httpStatusOf(health)).toBe(200);
});

test('a console without any connection does not take away a node whose brokers have theirs', () => {
  const none = 'the database accepts no more connections (53300)';
  const own = { database: none, connections: none };
  expect(nodeHealth(TWO, [well, well], own)).toMatchObject({ status: 'degraded', parts: { connections: none } });
  expect(nodeHealth(TWO, [{ ...well, ...own }], own)).toMatchObject({
    status: 'unavailable',
    parts: { database: none },
  });
});

test('late loops of the process that runs them, and the longest silence of wake-ups', () => {
  const health = nodeHealth(TWO, [
    { ...well, lagging: null, wakeUpsDownMs: 4000 },
    { ...well, lagging: ['expire'], wakeUpsDownMs: null },
  ]);
  expect(health.parts.workers).toBe('no pass lately: expire');
  expect(health.parts.wakeUps).toContain('for 4 s');
});

test('a console for attached clusters alone is ready while its gateway is off, and not without its process', () => {
  const off = node([process('background')], { isAttachOnly: true });
  const gateway = 'off: REDRIVE_EMBEDDED_BROKER is false';
  expect(nodeHealth(off, [well])).toMatchObject({ status: 'ready', parts: { gateway, workers: 'ready' } });
  const down = nodeHealth(node([process('background', 'down')], { isAttachOnly: true }), []);
  expect(down).toMatchObject({ status: 'unavailable', parts: { gateway: 'no broker process runs yet, or any more' } });
});
