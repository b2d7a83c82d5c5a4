import { consolePage } from '@/app/(console)/console-page';
import { HistoryView } from '@/components/groups/settings/history/history-view';
import { groupHref } from '@/components/parts/names';
import { reasonAgainst } from '@/lib/auth/permission';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('History');

export default async function GroupHistoryPage({ params }: { readonly params: Promise<{ group: string }> }) {
  const group = segmentName((await params).group);
  return consolePage({
    permission: 'group:read',
    title: msg('History'),
    areas: ['groups'],
    href: groupHref(group, 'history'),
    framed: true,
    parts: [msg('History')],
    load: () => orNotFound(reads.groupHistory.load({ group })),
    show: (initial, principal) => (
      <HistoryView packed={pack(initial)} mayNotRevert={reasonAgainst(principal, 'group:write')} />
    ),
  });
}
