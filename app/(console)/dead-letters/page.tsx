import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { DeadLettersView } from '@/components/dead-letters/dead-letters-view';
import { FILTER_NAMES } from '@/components/dead-letters/dead-letters.model';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Dead letters' };

export default async function DeadLettersPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const filters = Object.fromEntries(FILTER_NAMES.map((name) => [name, params[name]]));
  return consolePage({
    permission: 'dead-letter:read',
    title: 'Dead letters',
    href: '/dead-letters',
    parts: ['Causes', 'Dead letters'],
    load: () =>
      Promise.all([
        reads.deadLetters.load({ ...filters, cursor: params['cursor'] }),
        reads.deadLetterCauses.load(filters),
      ]),
    show: ([initial, initialCauses], principal) => (
      <DeadLettersView
        initial={initial}
        initialCauses={initialCauses}
        notAllowed={{
          redrive: reasonAgainst(principal, 'dead-letter:redrive'),
          discard: reasonAgainst(principal, 'dead-letter:discard'),
          keep: reasonAgainst(principal, 'dead-letter:keep'),
          export: reasonAgainst(principal, 'dead-letter:export'),
        }}
      />
    ),
  });
}
