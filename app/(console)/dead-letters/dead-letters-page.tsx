import { consolePage } from '@/app/(console)/console-page';
import { DeadLettersView } from '@/components/dead-letters/dead-letters-view';
import { FILTER_NAMES } from '@/components/dead-letters/dead-letters.model';
import { reasonAgainst } from '@/lib/auth/permission';
import { letterOffers } from '@/lib/console/pages/letter-offers';
import { unlessRefused } from '@/lib/console/pages/unless-refused';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';

type Params = Readonly<Record<string, string | string[] | undefined>>;

/** The list of this installation (null), or of an attached cluster. */
export async function deadLettersPage(workspace: string | null, params: Params) {
  const here = { workspace: workspace ?? undefined };
  const filters = Object.fromEntries(FILTER_NAMES.map((name) => [name, params[name]]));
  return consolePage({
    permission: 'dead-letter:read',
    title: msg('Dead letters'),
    areas: ['messages', 'dead-letters'],
    href: inWorkspace(workspace, '/dead-letters'),
    // Saved views are of this installation.
    ...(workspace === null ? { list: { name: 'dead-letters' as const, search: params } } : {}),
    parts: [msg('Causes'), msg('Dead letters')],
    load: async () => {
      const { answer, refusal } = await unlessRefused(
        Promise.all([
          reads.deadLetters.load({ ...filters, ...here, cursor: params['cursor'] }),
          reads.deadLetterCauses.load({ ...filters, ...here }),
        ]),
      );
      // The bar with the refused filter stays: it offers the groups that there are.
      return refusal === null
        ? { letters: answer[0], causes: answer[1], refusal }
        : { letters: null, causes: await reads.deadLetterCauses.load(here), refusal };
    },
    show: ({ letters, causes, refusal }, principal) => (
      <DeadLettersView
        packed={pack({ letters, causes })}
        refusal={refusal}
        notAllowed={{
          redrive: reasonAgainst(principal, 'dead-letter:redrive'),
          discard: reasonAgainst(principal, 'dead-letter:discard'),
          keep: reasonAgainst(principal, 'dead-letter:keep'),
          export: reasonAgainst(principal, 'dead-letter:export'),
          open: reasonAgainst(principal, 'group:write'),
        }}
        offers={letterOffers(workspace)}
      />
    ),
  });
}
