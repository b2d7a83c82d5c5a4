'use client';

import { useNow } from '@/components/ui/clock';
import { Countdown } from '@/components/ui/time';

/** "in 4 m 7 s"; "due" when the time has come and it is about to move. */
export function DueIn({ at }: { readonly at: string }) {
  const isDue = Date.parse(at) <= useNow();
  return (
    <>
      {isDue ? '' : 'in '}
      <Countdown to={at} />
    </>
  );
}
