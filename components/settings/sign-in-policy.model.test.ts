import { expect, it } from 'vitest';
import { changesBetween, rebase, withRole } from './sign-in-policy.model';

const only = (...secondFactorFor: ('viewer' | 'operator' | 'admin')[]) => ({ secondFactorFor });

it('turns one role on and off, in the order of the roles', () => {
  expect(withRole(only('admin'), 'viewer', true)).toEqual(only('viewer', 'admin'));
  expect(withRole(only('viewer', 'admin'), 'admin', false)).toEqual(only('viewer'));
});

it('says what changed, and puts it on top of what another admin saved', () => {
  expect(changesBetween(only('admin'), only('operator'))).toEqual([
    { field: 'operator', label: 'second factor for operator', before: 'optional', after: 'required' },
    { field: 'admin', label: 'second factor for admin', before: 'required', after: 'optional' },
  ]);
  expect(rebase(only(), only('admin'), only('viewer'))).toEqual(only('viewer', 'admin'));
  expect(rebase(only('admin'), only(), only('viewer', 'admin'))).toEqual(only('viewer'));
});
