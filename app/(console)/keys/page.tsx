import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { KeysView } from '@/components/keys/keys-view';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';

export const metadata: Metadata = { title: 'Blocked keys' };

export default async function KeysPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  return consolePage({
    permission: 'group:read',
    title: 'Blocked keys',
    areas: ['messages', 'retries'],
    href: '/keys',
    list: { name: 'keys', search },
    parts: ['Blocked keys'],
    load: () => reads.blockedKeys.load({}),
    show: (initial) => <KeysView packed={pack(initial)} />,
  });
}
