'use client';

import { useLiveQuery } from '@/components/live/use-live-query';
import { PeekAside } from '@/components/messages/peek-frame';
import { messageHref } from '@/components/parts/names';
import { useModule } from '@/components/ui/use-module';
import { readBrokerPlace } from '@/lib/model/message/broker-place';

export const loadStoredPeek = () => import('./stored-told');

/** One message beside the list of its topic, as its broker stores it. */
export function StoredPeek({ at, onClose }: { readonly at: string; readonly onClose: () => void }) {
  const part = useModule(loadStoredPeek, true);
  const topic = readBrokerPlace(at)?.topic ?? '';
  const { data, error, isPrevious } = useLiveQuery('storedMessage', { topic, at }, { live: { kinds: ['message'] } });
  const stored = isPrevious ? undefined : data;
  const messageId = stored?.messageId;
  return (
    <PeekAside
      {...{ messageId, onClose, part, data: stored }}
      noun="message"
      href={`${messageHref(messageId ?? '')}?topic=${encodeURIComponent(topic)}`}
      place={stored?.place}
      problem={error?.message ?? null}
    >
      {(message, { StoredTold }) => <StoredTold data={message} />}
    </PeekAside>
  );
}
