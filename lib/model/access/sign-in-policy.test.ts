import { expect, test } from 'vitest';

import { checkSignInPolicy, policyOf, requiredFor } from './sign-in-policy';

test('one role is turned on and off, and the others stay in their order', () => {
  const required = requiredFor({ secondFactorFor: ['admin'] });
  expect(required).toEqual({ member: false, viewer: false, operator: false, admin: true });
  expect(policyOf({ ...required, viewer: true })).toEqual({ secondFactorFor: ['viewer', 'admin'] });
  expect(policyOf({ ...required, admin: false })).toEqual({ secondFactorFor: [] });
});

test('a role that is named twice is refused', () => {
  expect(() => checkSignInPolicy({ secondFactorFor: ['admin', 'admin'] })).toThrow('names a role twice');
});
