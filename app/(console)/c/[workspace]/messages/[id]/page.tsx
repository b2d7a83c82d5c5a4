import { consolePage } from '@/app/(console)/console-page';
import { LettersView } from '@/components/clusters/messages/letters-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { idOfSegment } from '@/lib/model/message/message-id';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Message');

interface PageProps {
  readonly params: Promise<{ readonly workspace: string; readonly id: string }>;
}

export default async function ClusterMessagePage({ params }: PageProps) {
  const names = await params;
  const [workspace, id] = [segmentName(names.workspace), idOfSegment(segmentName(names.id))];
  return consolePage({
    permission: 'message:read',
    areas: ['dead-letters', 'messages', 'clusters'],
    title: id,
    href: inWorkspace(workspace, '/messages'),
    parts: [msg('Dead-lettering'), msg('Body'), msg('Headers')],
    load: () => reads.letter.load({ workspace, id }),
    show: (initial) => <LettersView id={id} initial={initial} />,
  });
}
