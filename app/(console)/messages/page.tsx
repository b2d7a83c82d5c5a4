import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { MessagesView } from '@/components/messages/messages-view';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Messages' };

export default async function MessagesPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { group } = await searchParams;
  return consolePage({
    permission: 'message:read',
    title: 'Messages',
    href: '/messages',
    parts: ['Recent failures'],
    load: () => reads.messages.load({ group }),
    show: (initial) => <MessagesView initial={initial} />,
  });
}
