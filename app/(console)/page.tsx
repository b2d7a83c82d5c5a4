import { redirect } from 'next/navigation';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { pastPage } from '@/app/(console)/past-page';
import { AttachFirst } from '@/components/clusters/attach-first';
import { NowView } from '@/components/now/now-view';
import { can, reasonAgainst } from '@/lib/auth/permission';
import { isAttachOnly } from '@/lib/console/pages/attach-only';
import { titled } from '@/lib/console/pages/language';
import { msg } from '@/lib/model/language/t';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';

export const generateMetadata = titled('Now');

export default async function NowPage({ searchParams }: { readonly searchParams: SearchParams }) {
  if (isAttachOnly()) return firstPage();
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

/** Of a console without a broker of its own: its first cluster, or the way to attach one. */
function firstPage() {
  return consolePage({
    permission: 'group:read',
    title: msg('Now'),
    href: '/',
    parts: [msg('Workspaces')],
    load: () => reads.workspaces.load({}),
    show: ({ data: [first] }, principal) =>
      first === undefined ? (
        <AttachFirst mayAttach={can(principal, 'cluster:manage')} />
      ) : (
        redirect(inWorkspace(first.name, ''))
      ),
  });
}
