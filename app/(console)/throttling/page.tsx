import type { Metadata } from 'next';
import { UnansweredPage } from '@/components/live/unanswered';
import { ThrottlingView } from '@/components/throttling/throttling-view';
import { BadAddress } from '@/components/ui/bad-address';
import { reasonAgainst } from '@/lib/auth/permission';
import { throttlingRead } from '@/lib/console/reads/throttling';
import { visitPage } from '@/lib/console/pages/visit-page';

export const metadata: Metadata = { title: 'Throttling' };

interface ThrottlingPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const PARTS = ['Limits', 'Who was refused', 'Sends', 'Load made by retries', 'When throttling lasts'];

export default async function ThrottlingPage({ searchParams }: ThrottlingPageProps) {
  const { topic, range, until, who, refused } = await searchParams;
  const visit = await visitPage('limit:read', () => throttlingRead.load({ topic, range, until, who, refused }));
  if (visit.kind === 'refused') return <BadAddress title="Throttling" refusal={visit.refusal} href="/throttling" />;
  if (visit.kind === 'unanswered') return <UnansweredPage title="Throttling" parts={PARTS} {...visit} />;
  const { principal, data } = visit;
  return (
    <ThrottlingView
      initial={data}
      mayNotEdit={reasonAgainst(principal, 'limit:write')}
      mayNotEditTopic={reasonAgainst(principal, 'topic:write')}
      mayNotAudit={reasonAgainst(principal, 'audit:read')}
    />
  );
}
