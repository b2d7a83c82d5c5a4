import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { DeadLettersView } from '@/components/dead-letters/dead-letters-view';
import { FILTER_NAMES } from '@/components/dead-letters/dead-letters.model';
import { reasonAgainst } from '@/lib/auth/permission';
import { unlessRefused } from '@/lib/console/pages/unless-refused';
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
    load: async () => {
      const { answer, refusal } = await unlessRefused(
        Promise.all([
          reads.deadLetters.load({ ...filters, cursor: params['cursor'] }),
          reads.deadLetterCauses.load(filters),
        ]),
      );
      // The bar with the refused filter stays: it offers the groups that there are.
      return refusal === null
        ? { letters: answer[0], causes: answer[1], refusal }
        : { letters: null, causes: await reads.deadLetterCauses.load({}), refusal };
    },
    show: ({ letters, causes, refusal }, principal) => (
      <DeadLettersView
        initial={letters}
        initialCauses={causes}
        refusal={refusal}
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
