import type { Metadata } from 'next';
import { MessageView } from '@/components/messages/message-view';
import { messageRead } from '@/lib/console/queries/message';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Message' };

export default async function MessagePage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  await requirePermission('message:read');
  const id = decode((await params).id);
  return <MessageView id={id} initial={await messageRead.load({ id })} />;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
