import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { MessagesView } from '@/components/find/messages-view';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Messages');

export default async function MessagesPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const { group, q, key, id, property, topic, from, to, state, cursor } = params;
  const search = { q: q ?? key ?? id, property, topic, from, to, state, cursor };
  return consolePage({
    permission: 'message:read',
    title: msg('Messages'),
    areas: ['messages'],
    href: '/messages',
    list: { name: 'messages', search: params },
    parts: [msg('Messages')],
    load: () => Promise.all([reads.messages.load({ group }), reads.foundMessages.load(search)]),
    show: ([initial, initialFound]) => <MessagesView initial={initial} initialFound={initialFound} />,
  });
}
