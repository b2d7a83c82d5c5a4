'use client';

import { Pencil, RotateCw } from 'lucide-react';
import { GroupPeek } from '@/components/messages/group-peek';
import styles from '@/components/messages/peek.module.css';
import type { Peeked } from '@/components/messages/peek.model';
import { ButtonLink } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { planHref } from './dead-letters.model';
import { t } from '@/lib/model/language/t';

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
    <div className={styles.next} role="region" aria-label={t('This dead letter')}>
      <ButtonLink icon={Pencil} href={planHref(group, { message: messageId, edit: '1' })}>
        {t('Edit and re-drive…')}
      </ButtonLink>
      <span className="grow" />
      <ButtonLink icon={RotateCw} href={planHref(group, { message: messageId })}>
        {t('Re-drive this one…')}
      </ButtonLink>
    </div>
  );
}

function keptFacts(timeline: MessageTimeline) {
  return (
    <>
      <dt>{t('Expires')}</dt>
      <dd>
        {timeline.expiresAt === null ? keptBecause(timeline) : <Time at={timeline.expiresAt} style="day-clock" />}
      </dd>
      {timeline.accepted === null ? null : (
        <>
          <dt>{t('Accepted')}</dt>
          <dd>{t('by {by}: {reason}', { by: timeline.accepted.by, reason: timeline.accepted.reason })}</dd>
        </>
      )}
    </>
  );
}

function keptBecause({ held, redriveId }: MessageTimeline): string {
  if (redriveId !== null) return t('not while it is in RD-{redriveId}', { redriveId });
  if (held === null) return t('no expiry');
  const { by, reason } = held;
  return reason === '' ? t('held by {by}', { by }) : t('held by {by}: {reason}', { by, reason });
}
