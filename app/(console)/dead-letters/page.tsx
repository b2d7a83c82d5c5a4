import type { Metadata } from 'next';
import { DeadLettersView } from '@/components/dead-letters/dead-letters-view';
import { BadAddress } from '@/components/ui/bad-address';
import { reasonAgainst } from '@/lib/auth/permission';
import { loadPage } from '@/lib/console/pages/load-page';
import { deadLetterCausesRead, deadLettersRead } from '@/lib/console/reads/dead-letters';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Dead letters' };

export default async function DeadLettersPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const principal = await requirePermission('dead-letter:read');
  const { group, from, to, q, cause, expires, cursor } = await searchParams;
  const filters = { group, from, to, q, cause, expires };
  const { data, refusal } = await loadPage(() =>
    Promise.all([deadLettersRead.load({ ...filters, cursor }), deadLetterCausesRead.load(filters)]),
  );
  if (data === null) return <BadAddress title="Dead letters" refusal={refusal} href="/dead-letters" />;
  const [initial, initialCauses] = data;
  return (
    <DeadLettersView
      initial={initial}
      initialCauses={initialCauses}
      redriveNotAllowed={reasonAgainst(principal, 'dead-letter:redrive')}
    />
  );
}
