import { expect, it } from 'vitest';
import type { OidcProblem } from '@/lib/auth/oidc/finish';
import { problemOf } from './sign-in-problem.model';

/** Every one that the server can name. */
const PROBLEMS: Readonly<Record<OidcProblem, true>> = {
  expired: true,
  cancelled: true,
  unreachable: true,
  unverified: true,
  'no-email': true,
  'no-role': true,
  'not-invited': true,
  taken: true,
  disabled: true,
  'other-account': true,
};

it('has a title and a text of its own for each problem, and shows nothing of an unknown one', () => {
  const names = Object.keys(PROBLEMS);
  const titles = names.map((why) => problemOf(why, 'Example').title);
  expect(new Set([...titles, problemOf('failed', 'Example').title]).size).toBe(names.length + 1);
  for (const why of ['', 'constructor', '__proto__', '<b>'])
    expect(problemOf(why, 'Example')).toEqual(problemOf('failed', 'Example'));
});
