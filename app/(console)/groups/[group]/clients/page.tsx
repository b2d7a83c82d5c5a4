import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { ClientsView } from '@/components/groups/clients/clients-view';
import { groupHref } from '@/components/parts/names';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Clients');

interface GroupClientsPageProps {
  readonly params: Promise<{ group: string }>;
  readonly searchParams: SearchParams;
}

export default async function GroupClientsPage({ params, searchParams }: GroupClientsPageProps) {
  const search = await searchParams;
  const group = segmentName((await params).group);
  return consolePage({
    permission: 'group:read',
    title: msg('Clients'),
    areas: ['groups'],
    href: groupHref(group, 'clients'),
    framed: true,
    list: { name: 'clients', search },
    parts: [msg('Clients')],
    load: () => orNotFound(reads.groupClients.load({ group })),
    show: (initial) => <ClientsView initial={initial} group={group} />,
  });
}
