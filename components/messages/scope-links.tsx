'use client';

import { t } from '@/lib/model/language/t';
import { useState } from 'react';
import { Link } from '@/components/ui/link';
import { StateBadge } from '@/components/ui/state-badge';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import styles from './messages.module.css';
import { byUrgency, scopeBadge, scopeKey, scopesOf } from './scope.model';

interface ScopeLinksProps {
  readonly timelines: readonly MessageTimeline[];
  readonly chosen: MessageTimeline | undefined;
  readonly hrefOf: (timeline: MessageTimeline) => string;
}

const OVER: readonly MessageTimeline['state'][] = ['consumed', 'filtered-out'];

/** Every group that sees the message, with where it stands there; one line while all others are finished with it. */
export function ScopeLinks({ timelines, chosen, hrefOf }: ScopeLinksProps) {
  const [isOpen, setOpen] = useState(false);
  const scopes = scopesOf(timelines);
  if (scopes.length < 2 || chosen === undefined) return null;
  const others = scopes.filter((timeline) => scopeKey(timeline) !== scopeKey(chosen));
  const isQuiet = !OVER.includes(chosen.state) && others.every(({ state }) => OVER.includes(state));
  if (isQuiet && !isOpen)
    return (
      <p className="small text-2">
        {t('{count, plural, one {# other group: finished} other {# other groups: all finished}}', {
          count: others.length,
        })}{' '}
        ·{' '}
        <button type="button" className={styles.more} onClick={() => setOpen(true)}>
          {t('show')}
        </button>
      </p>
    );
  const topics = new Set(timelines.map((timeline) => timeline.topic)).size;
  return (
    <nav aria-label={t('Groups that see this message')} className={styles.scope}>
      {byUrgency(scopes).map((timeline) => (
        <Link
          key={scopeKey(timeline)}
          href={hrefOf(timeline)}
          prefetch={false}
          scroll={false}
          className={styles.scopeLink}
          aria-current={scopeKey(timeline) === scopeKey(chosen) ? 'true' : undefined}
        >
          {timeline.group}
          {topics > 1 ? <span className="text-3">{timeline.topic}</span> : null}
          <StateBadge {...scopeBadge(timelines, timeline)} plain />
        </Link>
      ))}
    </nav>
  );
}
