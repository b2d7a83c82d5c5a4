import { expect, test } from 'vitest';

import { RateMeter } from './rate-meter';

test('the mean of the last 10 s; what is older is forgotten', () => {
  const meter = new RateMeter();
  expect(meter.perSecond(0)).toBe(0);
  for (let second = 0; second < 20; second += 1) meter.add(second < 10 ? 100 : 7, second * 1_000);
  expect(meter.perSecond(19_999)).toBe(7);
  meter.add(63, 20_000);
  expect(meter.perSecond(20_000)).toBe(12.6);
  // the second that began 10 s ago is not one of the last ten
  expect(meter.perSecond(29_999)).toBe(6.3);
  expect(meter.perSecond(40_000)).toBe(0);
});
