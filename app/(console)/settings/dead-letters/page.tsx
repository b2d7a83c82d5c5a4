import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { DeadLetterRetentionView } from '@/components/settings/dead-letter-retention-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Retention of dead letters' };

export default function DeadLetterRetentionPage() {
  return consolePage({
    permission: 'settings:read',
    title: 'Retention of dead letters',
    href: '/settings/dead-letters',
    framed: true,
    parts: ['Retention of dead letters'],
    load: () => reads.deadLetterRetention.load({}),
    show: (initial, principal) => (
      <DeadLetterRetentionView initial={initial} mayNotEdit={reasonAgainst(principal, 'settings:write')} />
    ),
  });
}
