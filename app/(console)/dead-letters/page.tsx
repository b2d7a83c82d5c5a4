import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { DeadLettersView } from '@/components/dead-letters/dead-letters-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Dead letters' };

export default async function DeadLettersPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { group, from, to, q, cause, expires, cursor } = await searchParams;
  const filters = { group, from, to, q, cause, expires };
  return consolePage({
    permission: 'dead-letter:read',
    title: 'Dead letters',
    href: '/dead-letters',
    parts: ['Causes', 'Dead letters'],
    load: () => Promise.all([reads.deadLetters.load({ ...filters, cursor }), reads.deadLetterCauses.load(filters)]),
    show: ([initial, initialCauses], principal) => (
      <DeadLettersView
        initial={initial}
        initialCauses={initialCauses}
        redriveNotAllowed={reasonAgainst(principal, 'dead-letter:redrive')}
      />
    ),
  });
}
