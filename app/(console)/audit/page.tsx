import type { Metadata } from 'next';
import { AuditList } from '@/components/audit/audit-list';
import { auditRead } from '@/lib/console/queries/audit';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePermission('audit:read');
  const { actor, action, target, cursor } = await searchParams;
  return <AuditList initial={await auditRead.load({ actor, action, target, cursor })} />;
}
