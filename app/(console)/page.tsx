import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { pastPage } from '@/app/(console)/past-page';
import { NowView } from '@/components/now/now-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { titled } from '@/lib/console/pages/language';
import { msg } from '@/lib/model/language/t';
import { reads } from '@/lib/console/reads/registry';

export const generateMetadata = titled('Now');

export default async function NowPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const { asOf } = await searchParams;
  if (asOf !== undefined) return pastPage({ title: msg('Now'), href: '/', asOf });
  return consolePage({
    permission: 'group:read',
    title: msg('Now'),
    areas: ['now', 'problem', 'groups'],
    href: '/',
    parts: [msg('Open problems'), msg('Active groups'), msg('Upcoming losses'), msg('Checks')],
    load: () => reads.problems.load({}),
    show: (initial, principal) => <NowView initial={initial} mayNotCreate={reasonAgainst(principal, 'group:write')} />,
  });
}
