import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { CauseView } from '@/components/dead-letters/cause-view';
import { letterOffers } from '@/lib/console/pages/letter-offers';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Cause' };

interface CausePageProps {
  readonly params: Promise<{ readonly fingerprint: string }>;
  readonly searchParams: SearchParams;
}

export default async function CausePage({ params, searchParams }: CausePageProps) {
  const fingerprint = segmentName((await params).fingerprint);
  const { group } = await searchParams;
  return consolePage({
    permission: 'dead-letter:read',
    title: 'Cause',
    href: '/dead-letters',
    parts: ['Sample', 'Around the first failure', 'Triage', 'Letters'],
    load: () => orNotFound(reads.cause.load({ fingerprint, group })),
    show: (initial) => <CauseView initial={initial} offers={letterOffers(null)} />,
  });
}
