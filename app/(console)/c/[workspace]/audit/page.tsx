import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { AuditList } from '@/components/audit/audit-list';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Audit');

interface PageProps {
  readonly params: Promise<{ readonly workspace: string }>;
  readonly searchParams: SearchParams;
}

/** The audit log, of what was done in a cluster and to it. */
export default async function ClusterAuditPage({ params, searchParams }: PageProps) {
  const workspace = segmentName((await params).workspace);
  const search = await searchParams;
  const { actor, action, target, cursor } = search;
  const href = inWorkspace(workspace, '/audit');
  return consolePage({
    permission: 'audit:read',
    title: msg('Audit'),
    areas: ['alarms', 'audit', 'throttling'],
    href,
    list: { name: 'audit', search },
    parts: [msg('Audit log')],
    load: () => reads.audit.load({ workspace, actor, action, target, cursor }),
    show: (initial) => <AuditList initial={initial} />,
  });
}
