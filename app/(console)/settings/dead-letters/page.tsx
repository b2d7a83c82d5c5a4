import type { Metadata } from 'next';
import { DeadLetterRetentionView } from '@/components/settings/dead-letter-retention-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { deadLetterRetentionRead } from '@/lib/console/reads/dead-letter-retention';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Retention of dead letters' };

export default async function DeadLetterRetentionPage() {
  const principal = await requirePermission('settings:read');
  return (
    <DeadLetterRetentionView
      initial={await deadLetterRetentionRead.load({})}
      mayNotEdit={reasonAgainst(principal, 'settings:write')}
    />
  );
}
