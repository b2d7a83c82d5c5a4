import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { TopicsView } from '@/components/topics/topics-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Topics' };

export default async function TopicsPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  return consolePage({
    permission: 'topic:read',
    title: 'Topics',
    href: '/topics',
    list: { name: 'topics', search },
    parts: ['Topics'],
    load: () => reads.topics.load({}),
    show: (initial, principal) => (
      <TopicsView
        initial={initial}
        mayNotCreate={reasonAgainst(principal, 'topic:write')}
        maySend={reasonAgainst(principal, 'message:send') === null}
      />
    ),
  });
}
