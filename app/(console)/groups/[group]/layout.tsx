import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { GroupFrame } from '@/components/groups/group-frame';
import { orNotFound, segmentName } from '@/lib/console/or-not-found';
import { groupRead } from '@/lib/console/queries/group';
import { requirePermission } from '@/lib/console/session';

interface GroupLayoutProps {
  readonly params: Promise<{ group: string }>;
  readonly children: ReactNode;
}

export async function generateMetadata({ params }: GroupLayoutProps): Promise<Metadata> {
  return { title: segmentName((await params).group) };
}

export default async function GroupLayout({ params, children }: GroupLayoutProps) {
  await requirePermission('group:read');
  const group = segmentName((await params).group);
  return (
    <GroupFrame name={group} initial={await orNotFound(groupRead.load({ group }))}>
      {children}
    </GroupFrame>
  );
}
