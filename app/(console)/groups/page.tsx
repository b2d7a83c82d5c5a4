import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { pastPage } from '@/app/(console)/past-page';
import { GroupsView } from '@/components/groups/list/groups-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Groups');

export default async function GroupsPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  const { asOf } = search;
  if (asOf !== undefined) return pastPage({ title: msg('Groups'), href: '/groups', asOf });
  return consolePage({
    permission: 'group:read',
    title: msg('Groups'),
    areas: ['groups'],
    href: '/groups',
    parts: [msg('Consumer groups')],
    list: { name: 'groups', search },
    load: () => reads.groups.load({}),
    show: (initial, principal) => (
      <GroupsView packed={pack(initial)} mayNotCreate={reasonAgainst(principal, 'group:write')} />
    ),
  });
}
