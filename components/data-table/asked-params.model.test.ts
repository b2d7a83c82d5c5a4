import { expect, test } from 'vitest';
import { AskedParams } from './asked-params.model';

const path = '/topics/orders/messages';

test('two filters that are set before the first page has arrived are both kept', () => {
  const params = new AskedParams();
  expect(params.latest(path, '')).toBe('');
  params.asked(path, '', 'from=1');
  expect(params.latest(path, '')).toBe('from=1');
  params.asked(path, '', 'from=1&to=2');
  expect(params.latest(path, '')).toBe('from=1&to=2');
  // The page of the first may still arrive on the way.
  params.arrived(path, 'from=1');
  expect(params.latest(path, 'from=1')).toBe('from=1&to=2');
});

test('Back, a link and another page count as they are shown', () => {
  const params = new AskedParams();
  params.asked(path, '', 'from=1');
  params.arrived(path, 'from=1');
  expect(params.latest(path, '')).toBe('');
  params.asked(path, '', 'to=2');
  expect(params.latest(path, 'queue=3')).toBe('queue=3');
  expect(params.latest('/topics', '')).toBe('');
  params.arrived(path, 'queue=3');
  expect(params.latest(path, '')).toBe('');
});

test('a change that is taken back before its page has arrived leaves nothing on its way', () => {
  const params = new AskedParams();
  params.asked(path, '', 'from=1');
  params.asked(path, '', '');
  expect(params.latest(path, '')).toBe('');
  expect(params.latest(path, 'from=1')).toBe('from=1');
});

test('a page that has not arrived after half a minute is not waited for', () => {
  let nowMs = 0;
  const params = new AskedParams(() => nowMs);
  params.asked(path, '', 'from=1');
  nowMs = 29_999;
  expect(params.latest(path, '')).toBe('from=1');
  nowMs = 30_000;
  expect(params.latest(path, '')).toBe('');
});
