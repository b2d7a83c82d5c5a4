import { afterAll, beforeAll, expect, test } from 'vitest';

import { type HttpReceiver, receiveHttp } from '../../lib/testing/receivers';
import { expectReports, REPORTER } from '../protocol/support/failure-reports';
import { until } from '../protocol/support/wait';
import { SDK_NAMES } from './support/builds';
import { describeSdk, producing } from './support/fixture';

/** As each language names the error of the listener; a language without a wrapper is absent. */
const ERROR_TYPES: Readonly<Record<string, string>> = { go: '*errors.errorString', python: 'RuntimeError' };

let hook: HttpReceiver;
beforeAll(async () => {
  hook = await receiveHttp();
});
afterAll(() => hook.close());

for (const name of SDK_NAMES.filter((sdk) => sdk in ERROR_TYPES)) {
  describeSdk(name, 'the documented wrapper that reports failures', (fixture) => {
    const { broker, sdk } = fixture;

    test('what fails is reported with its reason, also after a refused call, and fails as before', async () => {
      const { topic, tell } = await producing(fixture, `r-${name}`);
      const group = await broker().group({ maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1_000 } });
      hook.received.splice(0);
      hook.failures.push(429);
      const report = { url: hook.origin, ...REPORTER };
      await sdk().tell('push', { client: 'reporting', group, topic, tls: false, failing: -1, report });
      const { messageId } = await tell('send', 'm');
      await until('the dead letter', async () => (await broker().deadLetters(group)).length === 1);
      expect(await broker().deadLetters(group)).toMatchObject([{ messageId, attempts: 2 }]);
      await expectReports(hook, broker(), {
        messageId,
        topic,
        group,
        errorType: ERROR_TYPES[name] ?? '',
        message: 'thrown by the listener',
      });
    });
  });
}
