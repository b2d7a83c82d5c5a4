'use client';

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

/** Every group that sees the message, with where it stands there. Hidden when there is one. */
export function ScopeLinks({ timelines, chosen, hrefOf }: ScopeLinksProps) {
  const scopes = scopesOf(timelines);
  if (scopes.length < 2 || chosen === undefined) return null;
  const topics = new Set(timelines.map((timeline) => timeline.topic)).size;
  return (
    <nav aria-label="Groups that see this message" className={styles.scope}>
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
