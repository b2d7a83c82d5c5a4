import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { GroupsView } from '@/components/groups/list/groups-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Groups' };

export default function GroupsPage() {
  return consolePage({
    permission: 'group:read',
    title: 'Groups',
    href: '/groups',
    parts: ['Consumer groups'],
    load: () => reads.groups.load({}),
    show: (initial, principal) => (
      <GroupsView initial={initial} mayNotCreate={reasonAgainst(principal, 'group:write')} />
    ),
  });
}
