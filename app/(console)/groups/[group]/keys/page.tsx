import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { groupHref } from '@/components/parts/names';
import { KeysView } from '@/components/keys/keys-view';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Blocked keys');

interface GroupKeysPageProps {
  readonly params: Promise<{ group: string }>;
  readonly searchParams: SearchParams;
}

export default async function GroupKeysPage({ params, searchParams }: GroupKeysPageProps) {
  const search = await searchParams;
  const group = segmentName((await params).group);
  return consolePage({
    permission: 'group:read',
    title: msg('Blocked keys'),
    areas: ['messages', 'retries'],
    href: groupHref(group, 'keys'),
    framed: true,
    list: { name: 'keys', search },
    parts: [msg('Blocked keys')],
    load: () => orNotFound(reads.blockedKeys.load({ group })),
    show: (initial) => <KeysView packed={pack(initial)} group={group} />,
  });
}
