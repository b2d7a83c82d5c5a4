'use client';

import { Key, RotateCw } from 'lucide-react';
import { Link } from '@/components/ui/link';
import type { ReactNode } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHeader } from '@/components/ui/page-header';
import { StateBadge } from '@/components/ui/state-badge';
import { Tag } from '@/components/ui/tag';
import { usePush } from '@/components/ui/use-push';
import type { PlaceView } from '@/lib/console/operations/messages/views';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { scopeBadge } from './scope.model';

interface MessageHeaderProps {
  readonly id: string;
  readonly timelines: readonly MessageTimeline[];
  readonly timeline: MessageTimeline | undefined;
  readonly place: (Pick<PlaceView, 'topic' | 'keys'> & Partial<Pick<PlaceView, 'messageGroup'>>) | undefined;
  readonly redriveNotAllowed: string | null;
  /** Buttons of a message that waits. */
  readonly actions?: ReactNode;
  /** A mark before the others. */
  readonly children?: ReactNode;
}

export function MessageHeader({
  id,
  timelines,
  timeline,
  place,
  redriveNotAllowed,
  actions,
  children,
}: MessageHeaderProps) {
  const key = place?.messageGroup ?? place?.keys[0];
  return (
    <PageHeader
      title={
        <span className="row row-tight">
          <span className="mono">{id}</span>
          <CopyButton text={id} label="Copy the message id" />
        </span>
      }
      marks={
        <>
          {children}
          {timeline === undefined ? null : <StateBadge {...scopeBadge(timelines, timeline)} />}
          {place === undefined ? null : <Tag>{place.topic}</Tag>}
          {timeline === undefined ? null : (
            <Tag>
              <Link href={`/groups/${encodeURIComponent(timeline.group)}`} prefetch={false}>
                {timeline.group}
              </Link>
            </Tag>
          )}
          {key === undefined ? null : <Tag icon={Key}>{key}</Tag>}
        </>
      }
      actions={
        timeline?.state === 'dead' ? <RedriveButton timeline={timeline} notAllowed={redriveNotAllowed} /> : actions
      }
    />
  );
}

/** Leads to the plan of this one message: it sends nothing by itself. */
function RedriveButton({
  timeline,
  notAllowed,
}: {
  readonly timeline: MessageTimeline;
  readonly notAllowed: string | null;
}) {
  const push = usePush();
  const taken = timeline.redriveId === null ? null : `RD-${timeline.redriveId} has it already`;
  const reason = notAllowed ?? taken;
  const plan = () =>
    push(`/redrives/new?${new URLSearchParams({ group: timeline.group, message: timeline.messageId })}`);
  useShortcut('r', plan, 'Plan a re-drive of this message', reason === null);
  return (
    <Button variant="primary" icon={RotateCw} keys="r" onClick={plan} disabledReason={reason}>
      Re-drive…
    </Button>
  );
}
