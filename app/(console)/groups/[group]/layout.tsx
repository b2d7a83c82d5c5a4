import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { GroupFrame } from '@/components/groups/frame/group-frame';
import { UnknownGroupFrame } from '@/components/groups/frame/unknown-group-frame';
import { BadAddress } from '@/components/ui/bad-address';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { groupRead } from '@/lib/console/reads/group';
import { visitPage } from '@/lib/console/pages/visit-page';

interface GroupLayoutProps {
  readonly params: Promise<{ group: string }>;
  readonly children: ReactNode;
}

export async function generateMetadata({ params }: GroupLayoutProps): Promise<Metadata> {
  return { title: segmentName((await params).group) };
}

export default async function GroupLayout({ params, children }: GroupLayoutProps) {
  const group = segmentName((await params).group);
  const visit = await visitPage('group:read', () => orNotFound(groupRead.load({ group })));
  if (visit.kind === 'refused') return <BadAddress title={group} refusal={visit.refusal} href="/groups" />;
  if (visit.kind === 'unanswered') return <UnknownGroupFrame name={group}>{children}</UnknownGroupFrame>;
  return (
    <GroupFrame name={group} initial={visit.data}>
      {children}
    </GroupFrame>
  );
}
