import { consolePage } from '@/app/(console)/console-page';
import { MoveView } from '@/components/clusters/move/move-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Move');

export default async function MovePage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'cluster:manage',
    title: msg('Move'),
    href: inWorkspace(workspace, '/groups'),
    areas: ['clusters', 'groups'],
    parts: [msg('Topics'), msg('Consumer groups')],
    load: () => reads.move.load({ workspace }),
    show: (initial) => <MoveView workspace={workspace} initial={initial} />,
  });
}
