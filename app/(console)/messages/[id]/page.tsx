import { consolePage } from '@/app/(console)/console-page';
import { MessageView } from '@/components/messages/message-view';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { idOfSegment } from '@/lib/model/message/message-id';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Message');

export default async function MessagePage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = idOfSegment(segmentName((await params).id));
  return consolePage({
    permission: 'message:read',
    title: msg('Message'),
    areas: ['messages', 'dead-letters'],
    href: '/messages',
    parts: [msg('State'), msg('Deliveries'), msg('Body')],
    load: () => orNotFound(reads.message.load({ id })),
    show: (initial) => <MessageView id={id} initial={initial} />,
  });
}
