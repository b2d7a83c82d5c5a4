import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { CauseView } from '@/components/dead-letters/cause-view';
import { letterOffers } from '@/lib/console/pages/letter-offers';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Cause');

interface CausePageProps {
  readonly params: Promise<{ readonly fingerprint: string }>;
  readonly searchParams: SearchParams;
}

export default async function CausePage({ params, searchParams }: CausePageProps) {
  const fingerprint = segmentName((await params).fingerprint);
  const { group } = await searchParams;
  return consolePage({
    permission: 'dead-letter:read',
    title: msg('Cause'),
    areas: ['dead-letters', 'messages'],
    href: '/dead-letters',
    parts: [msg('Sample'), msg('Around the first failure'), msg('Triage'), msg('Dead letters')],
    load: async () => {
      // what changed is beside the cause, and costs its panel alone when it cannot be read
      const around = reads.causeAround.load({ fingerprint, group }).catch(() => undefined);
      return { cause: await orNotFound(reads.cause.load({ fingerprint, group })), around: await around };
    },
    show: ({ cause, around }) => <CauseView initial={cause} around={around} offers={letterOffers(null)} />,
  });
}
