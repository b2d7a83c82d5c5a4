import { consolePage } from '@/app/(console)/console-page';
import { groupHref } from '@/components/parts/names';
import { ConfigView } from '@/components/groups/settings/config-view';
import { reasonAgainst } from '@/lib/auth/permission';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { pack } from '@/lib/model/packed';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Configuration');

export default async function GroupConfigPage({ params }: { readonly params: Promise<{ group: string }> }) {
  const group = segmentName((await params).group);
  return consolePage({
    permission: 'group:read',
    title: msg('Configuration'),
    areas: ['groups'],
    href: groupHref(group, 'config'),
    framed: true,
    parts: [msg('Configuration')],
    load: () => orNotFound(reads.groupConfig.load({ group })),
    show: (initial, principal) => (
      <ConfigView packed={pack(initial)} mayNotEdit={reasonAgainst(principal, 'group:write')} />
    ),
  });
}
