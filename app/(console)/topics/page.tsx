import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { TopicsView } from '@/components/topics/topics-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Topics');

export default async function TopicsPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  return consolePage({
    permission: 'topic:read',
    title: msg('Topics'),
    areas: ['messages', 'topics'],
    href: '/topics',
    list: { name: 'topics', search },
    parts: [msg('Topics')],
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
