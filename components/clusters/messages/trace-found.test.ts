import { expect, test } from 'vitest';
import { traceWords } from './trace-found';

const none = { traceId: null, traceUrl: null, compared: null, isTopicTraced: false, topic: 'orders' };
const traceId = 'a'.repeat(32);

test('a search by trace says how far it saw, and where the topic was known from', () => {
  expect(traceWords(none)).toBe('');
  expect(traceWords({ ...none, isTopicTraced: true })).toBe(
    'A 4.x producer traced that it sent the message to orders.',
  );
  const compared = { messages: 2_000, left: 0 };
  const traceUrl = 'https://tempo.example.com/trace/1';
  expect(traceWords({ ...none, traceId, traceUrl, compared })).toBe(
    'The trace of each message of the topic was compared (2,000).',
  );
  expect(traceWords({ ...none, traceId, compared: { ...compared, left: 5 } })).toMatch(
    /newest 2,000 messages.*5 older ones were not compared\. To open traces from here, set a trace link/,
  );
});
