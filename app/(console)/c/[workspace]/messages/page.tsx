import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { ClusterMessagesView } from '@/components/clusters/messages/messages-view';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { inWorkspace } from '@/lib/model/workspace';

export const metadata: Metadata = { title: 'Messages' };

/** Nothing is read for it here: a search costs the brokers, and opening the page costs them nothing. */
export default async function ClusterMessagesPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  const workspace = segmentName((await params).workspace);
  return consolePage({
    permission: 'message:read',
    areas: ['messages'],
    title: 'Messages',
    href: inWorkspace(workspace, '/messages'),
    parts: ['Messages found'],
    load: () => Promise.resolve(null),
    show: () => <ClusterMessagesView />,
  });
}
