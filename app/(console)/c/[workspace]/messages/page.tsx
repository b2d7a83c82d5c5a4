import { consolePage } from '@/app/(console)/console-page';
import { ClusterMessagesView } from '@/components/clusters/messages/messages-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { inWorkspace } from '@/lib/model/workspace';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Messages');

/** Nothing is read for it here: a search costs the brokers, and opening the page costs them nothing. */
export default async function ClusterMessagesPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'message:read',
    areas: ['messages', 'clusters'],
    title: msg('Messages'),
    href: inWorkspace(workspace, '/messages'),
    parts: [msg('Messages found')],
    load: () => Promise.resolve(null),
    show: () => <ClusterMessagesView />,
  });
}
