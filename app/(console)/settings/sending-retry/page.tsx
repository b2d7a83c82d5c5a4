import type { Metadata } from 'next';
import { SendingRetryView } from '@/components/settings/sending-retry-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { producerRetryRead } from '@/lib/console/reads/producer-retry';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Sending retry' };

export default async function SendingRetryPage() {
  const principal = await requirePermission('settings:read');
  return (
    <SendingRetryView
      initial={await producerRetryRead.load({})}
      mayNotEdit={reasonAgainst(principal, 'settings:write')}
    />
  );
}
