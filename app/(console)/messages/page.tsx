import type { Metadata } from 'next';
import { MessagesView } from '@/components/messages/messages-view';
import { messagesRead } from '@/lib/console/queries/messages';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Messages' };

export default async function MessagesPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePermission('message:read');
  const { group } = await searchParams;
  return <MessagesView initial={await messagesRead.load({ group })} />;
}
