import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { HandoverView } from '@/components/handover/handover-view';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Handover');

export default async function HandoverPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { from, to, group } = await searchParams;
  return consolePage({
    permission: 'group:read',
    title: msg('Handover'),
    areas: ['alarms', 'audit', 'now', 'problem', 'redrives', 'throttling'],
    href: '/handover',
    parts: [msg('Open now'), msg('What happened')],
    load: () => reads.handover.load({ from, to, group }),
    show: (initial) => <HandoverView packed={pack(initial)} />,
  });
}
