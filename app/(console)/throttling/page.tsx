import type { Metadata } from 'next';
import { ThrottlingView } from '@/components/throttling/throttling-view';
import { BadAddress } from '@/components/ui/bad-address';
import { reasonAgainst } from '@/lib/auth/permission';
import { loadPage } from '@/lib/console/load-page';
import { throttlingRead } from '@/lib/console/queries/throttling';
import { requirePermission } from '@/lib/console/session';

export const metadata: Metadata = { title: 'Throttling' };

interface ThrottlingPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ThrottlingPage({ searchParams }: ThrottlingPageProps) {
  const principal = await requirePermission('limit:read');
  const { topic, range, until } = await searchParams;
  const { data, refusal } = await loadPage(() => throttlingRead.load({ topic, range, until }));
  if (data === null) return <BadAddress title="Throttling" refusal={refusal} href="/throttling" />;
  return (
    <ThrottlingView
      initial={data}
      mayNotEdit={reasonAgainst(principal, 'limit:write')}
      mayNotEditTopic={reasonAgainst(principal, 'topic:write')}
      mayNotAudit={reasonAgainst(principal, 'audit:read')}
    />
  );
}
