import { expect, test, vi } from 'vitest';

import { Refusal } from '../admin/call';
import { DecodeError } from '../admin/decode';
import { BrokerError } from '../../model/errors';
import { CallFailure } from '../wire/failure';

test('an error of a module that was loaded twice is still what it is: Next does that', async () => {
  vi.resetModules();
  const [call, decode, errors, failure] = await Promise.all([
    import('../admin/call'),
    import('../admin/decode'),
    import('../../model/errors'),
    import('../wire/failure'),
  ]);
  expect(call.Refusal).not.toBe(Refusal);
  expect(new call.Refusal(1, 'disk full', 'x')).toBeInstanceOf(Refusal);
  expect(new decode.DecodeError('x')).toBeInstanceOf(DecodeError);
  expect(new errors.BrokerError('unavailable', 'x')).toBeInstanceOf(BrokerError);
  expect(new failure.CallFailure('cut', 'x')).toBeInstanceOf(CallFailure);
  expect(new Error('x')).not.toBeInstanceOf(BrokerError);
});
