import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { LettersView } from '@/components/clusters/messages/letters-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { idOfSegment } from '@/lib/model/message/message-id';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Message' };

interface PageProps {
  readonly params: Promise<{ readonly workspace: string; readonly id: string }>;
}

export default async function ClusterMessagePage({ params }: PageProps) {
  const names = await params;
  const [workspace, id] = [segmentName(names.workspace), idOfSegment(segmentName(names.id))];
  return consolePage({
    permission: 'message:read',
    title: id,
    areas: ['dead-letters'],
    href: inWorkspace(workspace, '/messages'),
    parts: ['Death', 'Body', 'Headers'],
    load: () => reads.letter.load({ workspace, id }),
    show: (initial) => <LettersView id={id} initial={initial} />,
  });
}
