import type { Metadata } from 'next';
import { MessageView } from '@/components/messages/message-view';
import { BadAddress } from '@/components/ui/bad-address';
import { loadPage } from '@/lib/console/pages/load-page';
import { messageRead } from '@/lib/console/reads/message';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Message' };

export default async function MessagePage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  await requirePermission('message:read');
  const id = decode((await params).id);
  const { data, refusal } = await loadPage(() => messageRead.load({ id }));
  if (data === null) return <BadAddress title="Message" refusal={refusal} href="/messages" />;
  return <MessageView id={id} initial={data} />;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
