import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { ThrottlingView } from '@/components/throttling/throttling-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Throttling' };

export default async function ThrottlingPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { topic, range, until, who, refused } = await searchParams;
  return consolePage({
    permission: 'limit:read',
    title: 'Throttling',
    areas: ['throttling'],
    href: '/throttling',
    parts: ['Limits', 'Who was refused', 'Sends', 'Load made by retries', 'Failover'],
    load: () => reads.throttling.load({ topic, range, until, who, refused }),
    show: (initial, principal) => (
      <ThrottlingView
        initial={initial}
        mayNotEdit={reasonAgainst(principal, 'limit:write')}
        mayNotEditTopic={reasonAgainst(principal, 'topic:write')}
        mayNotAudit={reasonAgainst(principal, 'audit:read')}
      />
    ),
  });
}
