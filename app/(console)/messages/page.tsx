import type { Metadata } from 'next';
import { MessagesView } from '@/components/messages/messages-view';
import { BadAddress } from '@/components/ui/bad-address';
import { loadPage } from '@/lib/console/pages/load-page';
import { messagesRead } from '@/lib/console/reads/messages';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Messages' };

export default async function MessagesPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePermission('message:read');
  const { group } = await searchParams;
  const { data, refusal } = await loadPage(() => messagesRead.load({ group }));
  if (data === null) return <BadAddress title="Messages" refusal={refusal} href="/messages" />;
  return <MessagesView initial={data} />;
}
