import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { SendingRetryView } from '@/components/settings/sending-retry-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Sending retry' };

export default function SendingRetryPage() {
  return consolePage({
    permission: 'settings:read',
    title: 'Sending retry',
    href: '/settings/sending-retry',
    framed: true,
    parts: ['Sending retry'],
    load: () => reads.producerRetry.load({}),
    show: (initial, principal) => (
      <SendingRetryView initial={initial} mayNotEdit={reasonAgainst(principal, 'settings:write')} />
    ),
  });
}
