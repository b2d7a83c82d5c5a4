// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type HttpReceiver, receiveHttp } from '../../lib/testing/receivers';
import { expectReports, REPORTER } from '../protocol/support/failure-reports';
import { until } from '../protocol/support/wait';
import { useJava, withoutJava } from './support/fixture';

describe.skipIf(withoutJava)('Java: the documented wrapper that reports failures', () => {
  const { broker, java } = useJava();
  let hook: HttpReceiver;
  beforeAll(async () => {
    hook = await receiveHttp();
  });
  afterAll(() => hook.close());

  test('what fails is reported with its reason, also after a refused call, and fails as before', async () => {
    const topic = await broker().topic();
    const group = await broker().group({ maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1_000 } });
    hook.failures.push(429);
    const report = { url: hook.origin, ...REPORTER };
    await java().tell('producer', { client: 'sending', topic });
    await java().tell('push', { client: 'reporting', group, topic, failing: -1, throwing: true, report });
    const { messageId } = await java().tell<{ messageId: string }>('send', { client: 'sending', topic, body: 'm' });
    await until('the dead letter', async () => (await broker().deadLetters(group)).length === 1);
    expect(await broker().deadLetters(group)).toMatchObject([{ messageId, attempts: 2 }]);
    await expectReports(hook, broker(), {
      messageId,
      topic,
      group,
      errorType: 'IllegalStateException',
      message: 'thrown by the listener',
    });
  });
});
