import { expect, test } from 'vitest';

import { checkTraceLink, readTraceLink, traceUrl } from './trace-link';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test.each([
  ['https://traces.example.com/trace/{traceId}', `https://traces.example.com/trace/${TRACE}`],
  ['http://10.0.0.5:16686/search?id={traceId}&view=1', `http://10.0.0.5:16686/search?id=${TRACE}&view=1`],
  ['https://g.example/explore#{traceId}', `https://g.example/explore#${TRACE}`],
  ['', null],
])('%s leads to %s', (template, url) => {
  checkTraceLink({ template });
  expect(traceUrl({ template }, TRACE)).toBe(url);
});

test.each([
  ['javascript:alert({traceId})', 'https://'],
  ['data:text/html,{traceId}', 'https://'],
  ['//elsewhere.example/{traceId}', 'https://'],
  ['traces/{traceId}', 'https://'],
  ['https://traces.example.com/trace', 'exactly once'],
  ['https://traces.example.com/{traceId}/{traceId}', 'exactly once'],
  ['https://{traceId}.example.com/', 'after the host name'],
  ['https://traces.example.com{traceId}', 'after the host name'],
  ['https://user:word@traces.example.com/{traceId}', 'no user name'],
  ['https://traces.example.com/ {traceId}', 'https://'],
  [`https://traces.example.com/${'x'.repeat(2000)}{traceId}`, 'at most 2000'],
])('%s is refused: %s', (template, why) => {
  expect(() => checkTraceLink({ template })).toThrow(why);
  // One that got into the database another way is no link either.
  expect(traceUrl({ template }, TRACE)).toBeNull();
});

test('what is typed may be saved, or a problem says what is wrong with it', () => {
  const link = (template: string) => ({ template });
  expect(readTraceLink(link(' https://t.example/{traceId} ')).settings).toEqual(link('https://t.example/{traceId}'));
  expect(readTraceLink(link(''))).toEqual({ settings: link(''), problems: {} });
  expect(readTraceLink(link('https://t.example/'))).toEqual({
    ...{ settings: null, problems: { template: 'Required: {traceId} exactly once.' } },
  });
});
