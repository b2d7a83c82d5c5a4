'use client';

import type { ReactNode } from 'react';
import { StateBadge } from '@/components/ui/state-badge';
import type { MessageView } from '@/lib/console/operations/messages/views';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { PeekFrame } from './peek-frame';
import { pageOf, type Peeked } from './peek.model';
import { badgeOf, chooseTimeline } from './scope.model';

export const loadPeek = () => import('./peek-told');

interface GroupPeekProps {
  /** What the list calls its rows. */
  readonly noun?: 'letter' | 'message';
  readonly peeked: Peeked;
  readonly onClose: () => void;
  /** Facts of this list alone: pairs of dt and dd. */
  readonly facts?: (timeline: MessageTimeline) => ReactNode;
  /** What can be done with this one; the bar of the list is about the list. */
  readonly renderNext?: (timeline: MessageTimeline) => ReactNode;
}

/** One message as one group sees it, beside a list, which keeps its place: what happened to it, why, and its body. */
export function GroupPeek({ noun = 'message', peeked, onClose, facts, renderNext }: GroupPeekProps) {
  const { messageId, group } = peeked;
  const badge = ({ timelines }: MessageView) => {
    const timeline = chooseTimeline(timelines, group);
    return timeline === undefined ? null : <StateBadge {...badgeOf(timeline)} />;
  };
  return (
    <PeekFrame {...{ noun, messageId, onClose, badge }} load={loadPeek} href={pageOf(peeked)}>
      {(data, { PeekTold }) => {
        const timeline = chooseTimeline(data.timelines, group);
        return (
          <>
            <PeekTold
              data={data}
              timeline={timeline}
              messageId={messageId}
              {...(facts === undefined ? {} : { facts })}
            />
            {timeline === undefined ? null : renderNext?.(timeline)}
          </>
        );
      }}
    </PeekFrame>
  );
}
