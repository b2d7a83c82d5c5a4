import { notFound } from 'next/navigation';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { RedriveView } from '@/components/redrives/redrive-view';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Re-drive');

interface ClusterRedriveProps {
  readonly params: Promise<{ readonly workspace: string; readonly id: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterRedrivePage({ params, searchParams }: ClusterRedriveProps) {
  const { workspace: segment, id } = await params;
  const workspace = segmentName(segment);
  const { show, cursor } = await searchParams;
  return consolePage({
    permission: 'redrive:read',
    title: msg('Re-drive'),
    areas: ['dead-letters', 'messages', 'redrives'],
    href: inWorkspace(workspace, `/redrives/${id}`),
    parts: [msg('Progress'), msg('Messages')],
    load: async () => {
      if (!/^(RD-)?\d{1,9}$/i.test(id)) notFound();
      const initial = await orNotFound(reads.redrive.load({ workspace, id }));
      const [initialItems, initialSeries] = await Promise.all([
        reads.redriveItems.load({ workspace, id, show, cursor }),
        reads.redriveSeries.load({ workspace, id }),
      ]);
      return { initial, initialItems, initialSeries };
    },
    show: (initials) => <RedriveView id={id} {...initials} />,
  });
}
