'use client';

import { type SecondWays, SecondFactorForm } from './second-factor-form';

/** A whole page is loaded then: it is of another person than before. */
export function SecondFactorPage({ ways, next }: { readonly ways: SecondWays; readonly next: string }) {
  return (
    <SecondFactorForm
      ways={ways}
      onDone={() => location.assign(next)}
      onAgain={() => location.assign(next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`)}
    />
  );
}
