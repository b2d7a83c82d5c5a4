import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { AuditList } from '@/components/audit/audit-list';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Audit');

export default async function AuditPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const search = await searchParams;
  const { actor, action, target, cursor } = search;
  return consolePage({
    permission: 'audit:read',
    title: msg('Audit'),
    areas: ['alarms', 'audit', 'throttling'],
    href: '/audit',
    list: { name: 'audit', search },
    parts: [msg('Audit log')],
    load: () => reads.audit.load({ actor, action, target, cursor }),
    show: (initial) => <AuditList initial={initial} />,
  });
}
