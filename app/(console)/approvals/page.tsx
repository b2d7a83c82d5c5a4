import { consolePage } from '@/app/(console)/console-page';
import { ApprovalsView } from '@/components/approvals/approvals-view';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Approvals');

export default async function ApprovalsPage() {
  return consolePage({
    permission: 'redrive:read',
    title: msg('Approvals'),
    areas: ['redrives'],
    href: '/approvals',
    parts: [msg('Waiting for a second person')],
    load: () => reads.approvals.load({}),
    show: (initial, { name }) => <ApprovalsView initial={initial} me={name} />,
  });
}
