import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { KeysView } from '@/components/keys/keys-view';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Blocked keys');

export default async function KeysPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  return consolePage({
    permission: 'group:read',
    title: msg('Blocked keys'),
    areas: ['messages', 'retries'],
    href: '/keys',
    list: { name: 'keys', search },
    parts: [msg('Blocked keys')],
    load: () => reads.blockedKeys.load({}),
    show: (initial) => <KeysView packed={pack(initial)} />,
  });
}
