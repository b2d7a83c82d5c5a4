import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { GroupFrame } from '@/components/groups/frame/group-frame';
import { UnknownGroupFrame } from '@/components/groups/frame/unknown-group-frame';
import { Spoken } from '@/components/language/spoken';
import { BadAddress } from '@/components/ui/bad-address';
import { loadPage } from '@/lib/console/pages/load-page';
import { mayNotChange } from '@/lib/console/pages/may-not-change';
import { speechFor } from '@/lib/console/pages/language';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { inWorkspace } from '@/lib/model/workspace';

interface GroupLayoutProps {
  readonly params: Promise<{ workspace: string; group: string }>;
  readonly children: ReactNode;
}

export async function generateMetadata({ params }: GroupLayoutProps): Promise<Metadata> {
  return { title: segmentName((await params).group) };
}

export default async function ClusterGroupLayout({ params, children }: GroupLayoutProps) {
  const names = await params;
  const [workspace, group] = [segmentName(names.workspace), segmentName(names.group)];
  const page = await loadPage('group:read', async (principal) => ({
    head: await orNotFound(reads.group.load({ workspace, group })),
    notAllowed: await mayNotChange(principal, 'group:write', workspace),
  }));
  const href = inWorkspace(workspace, '/groups');
  if (page.kind === 'refused') return <BadAddress title={group} refusal={page.refusal} href={href} />;
  if (page.kind === 'unanswered')
    return (
      <Spoken speech={await speechFor(['groups'])}>
        <UnknownGroupFrame name={group}>{children}</UnknownGroupFrame>
      </Spoken>
    );
  const { head, notAllowed } = page.data;
  return (
    <Spoken speech={await speechFor(['groups'])}>
      <GroupFrame name={group} initial={head} notAllowed={notAllowed}>
        {children}
      </GroupFrame>
    </Spoken>
  );
}
