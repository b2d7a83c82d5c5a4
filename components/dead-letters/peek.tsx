'use client';

import { Pencil, RotateCw } from 'lucide-react';
import { GroupPeek } from '@/components/messages/group-peek';
import styles from '@/components/messages/peek.module.css';
import type { Peeked } from '@/components/messages/peek.model';
import { ButtonLink } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { planHref } from './dead-letters.model';

interface PeekProps {
  readonly peeked: Peeked;
  readonly onClose: () => void;
}

/** One letter beside the list, which keeps its place: what happened to it, why, and its body. */
export function Peek({ peeked, onClose }: PeekProps) {
  return (
    <GroupPeek
      noun="letter"
      peeked={peeked}
      onClose={onClose}
      facts={keptFacts}
      renderNext={({ state, redriveId }) => (state === 'dead' && redriveId === null ? <Next peeked={peeked} /> : null)}
    />
  );
}

/** Each leads to a plan of this one letter; the bar of the list is about the list. */
function Next({ peeked: { messageId, group } }: Pick<PeekProps, 'peeked'>) {
  return (
    <div className={styles.next} role="region" aria-label="This letter">
      <ButtonLink icon={Pencil} href={planHref(group, { message: messageId, edit: '1' })}>
        Edit and re-drive…
      </ButtonLink>
      <span className="grow" />
      <ButtonLink icon={RotateCw} href={planHref(group, { message: messageId })}>
        Re-drive this one…
      </ButtonLink>
    </div>
  );
}

function keptFacts(timeline: MessageTimeline) {
  return (
    <>
      <dt>Expires</dt>
      <dd>
        {timeline.expiresAt === null ? keptBecause(timeline) : <Time at={timeline.expiresAt} style="day-clock" />}
      </dd>
      {timeline.accepted === null ? null : (
        <>
          <dt>Accepted</dt>
          <dd>
            by {timeline.accepted.by}: {timeline.accepted.reason}
          </dd>
        </>
      )}
    </>
  );
}

function keptBecause({ held, redriveId }: MessageTimeline): string {
  if (redriveId !== null) return `not while it is in RD-${redriveId}`;
  return held === null ? 'never' : `held by ${held.by}${held.reason === '' ? '' : `: ${held.reason}`}`;
}
