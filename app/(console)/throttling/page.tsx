import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { ThrottlingView } from '@/components/throttling/throttling-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Throttling');

export default async function ThrottlingPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { topic, range, until, who, refused } = await searchParams;
  return consolePage({
    permission: 'limit:read',
    title: msg('Throttling'),
    areas: ['throttling'],
    href: '/throttling',
    parts: [msg('Limits'), msg('Who was refused'), msg('Sends'), msg('Load made by retries'), msg('Failover')],
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
