import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { GroupFrame } from '@/components/groups/frame/group-frame';
import { UnknownGroupFrame } from '@/components/groups/frame/unknown-group-frame';
import { Spoken } from '@/components/language/spoken';
import { BadAddress } from '@/components/ui/bad-address';
import { reasonAgainst } from '@/lib/auth/permission';
import { speechFor } from '@/lib/console/pages/language';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { loadPage } from '@/lib/console/pages/load-page';

interface GroupLayoutProps {
  readonly params: Promise<{ group: string }>;
  readonly children: ReactNode;
}

export async function generateMetadata({ params }: GroupLayoutProps): Promise<Metadata> {
  return { title: segmentName((await params).group) };
}

export default async function GroupLayout({ params, children }: GroupLayoutProps) {
  const group = segmentName((await params).group);
  const page = await loadPage('group:read', () => orNotFound(reads.group.load({ group })));
  if (page.kind === 'refused') return <BadAddress title={group} refusal={page.refusal} href="/groups" />;
  if (page.kind === 'unanswered')
    return (
      <Spoken speech={await speechFor(['groups'])}>
        <UnknownGroupFrame name={group}>{children}</UnknownGroupFrame>
      </Spoken>
    );
  return (
    <Spoken speech={await speechFor(['groups'])}>
      <GroupFrame name={group} initial={page.data} notAllowed={reasonAgainst(page.principal, 'group:write')}>
        {children}
      </GroupFrame>
    </Spoken>
  );
}
