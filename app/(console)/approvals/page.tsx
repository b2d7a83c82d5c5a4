import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { ApprovalsView } from '@/components/approvals/approvals-view';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Approvals' };

export default async function ApprovalsPage() {
  return consolePage({
    permission: 'redrive:read',
    title: 'Approvals',
    href: '/approvals',
    parts: ['Waiting for a second person'],
    load: () => reads.approvals.load({}),
    show: (initial, { name }) => <ApprovalsView initial={initial} me={name} />,
  });
}
