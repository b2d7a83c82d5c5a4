import { expect, test } from 'vitest';

import { traceContextOf } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const read = (traceContext: string | null, properties: Record<string, string> = {}) =>
  traceContextOf({ traceContext, properties });

test('the field of the protocol counts, else the property that agents write', () => {
  expect(read(`00-${TRACE}-${SPAN}-01`)).toEqual({ traceId: TRACE, spanId: SPAN, sampled: true });
  expect(read(null, { traceparent: `00-${TRACE}-${SPAN}-00` })).toEqual({
    ...{ traceId: TRACE, spanId: SPAN, sampled: false },
  });
  expect(read(`00-${TRACE}-${SPAN}-01`, { traceparent: 'other' })?.traceId).toBe(TRACE);
});

test.each([
  ['nothing', null],
  ['text of another kind', 'trace'],
  ['an id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['a forbidden version', `ff-${TRACE}-${SPAN}-01`],
  ['an id that is too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
])('%s is no context', (_, text) => {
  expect(read(text)).toBeNull();
});
