'use client';

import { PeekFrame } from '@/components/messages/peek-frame';
import { messageHref } from '@/components/parts/names';

export const loadMessagePeek = () => import('./message-told');

/** One message beside a list: how it stands in each group, its body, where it is. */
export function MessagePeek({ messageId, onClose }: { readonly messageId: string; readonly onClose: () => void }) {
  return (
    <PeekFrame
      load={loadMessagePeek}
      noun="message"
      messageId={messageId}
      href={messageHref(messageId)}
      onClose={onClose}
    >
      {(data, { MessageTold }) => <MessageTold data={data} />}
    </PeekFrame>
  );
}
