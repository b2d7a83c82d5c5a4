import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { ClustersView } from '@/components/clusters/settings/clusters-view';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Clusters' };

export default function ClustersPage() {
  return consolePage({
    permission: 'cluster:manage',
    title: 'Clusters',
    href: '/settings/clusters',
    framed: true,
    parts: ['Clusters'],
    load: () => reads.clusters.load({}),
    show: (initial) => <ClustersView initial={initial} />,
  });
}
