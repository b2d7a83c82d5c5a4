import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { CauseView } from '@/components/dead-letters/cause-view';
import { letterOffers } from '@/lib/console/pages/letter-offers';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Cause');

interface PageProps {
  readonly params: Promise<{ readonly workspace: string; readonly fingerprint: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterCausePage({ params, searchParams }: PageProps) {
  const names = await params;
  const [workspace, fingerprint] = [segmentName(names.workspace), segmentName(names.fingerprint)];
  const { group } = await searchParams;
  return consolePage({
    permission: 'dead-letter:read',
    title: msg('Cause'),
    areas: ['dead-letters', 'messages'],
    href: inWorkspace(workspace, '/dead-letters'),
    parts: [msg('Sample'), msg('Triage'), msg('Dead letters')],
    load: () => orNotFound(reads.cause.load({ workspace, fingerprint, group })),
    show: (initial) => <CauseView initial={initial} offers={letterOffers(workspace)} />,
  });
}
