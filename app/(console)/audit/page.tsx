import type { Metadata } from 'next';
import { AuditList } from '@/components/audit/audit-list';
import { BadAddress } from '@/components/ui/bad-address';
import { loadPage } from '@/lib/console/pages/load-page';
import { auditRead } from '@/lib/console/reads/audit';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePermission('audit:read');
  const { actor, action, target, cursor } = await searchParams;
  const { data, refusal } = await loadPage(() => auditRead.load({ actor, action, target, cursor }));
  if (data === null) return <BadAddress title="Audit" refusal={refusal} href="/audit" />;
  return <AuditList initial={data} />;
}
