'use client';

import { Link } from '@/components/ui/link';
import type { ReactNode } from 'react';
import { formatDuration } from '@/components/ui/duration.model';
import { ReadingValue } from '@/components/ui/reading';
import { StateBadge } from '@/components/ui/state-badge';
import { Time } from '@/components/ui/time';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import { type Reading, valueOrNull } from '@/lib/model/reading';
import { Figure } from './figure';
import { groupHref } from '@/components/parts/names';
import styles from './states.module.css';
import { OldestAge } from './oldest';
import { describePolicy } from '@/lib/model/group/group-words';
import { scheduleOf } from './schedule.model';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** The states of a group, in the order a message passes them. */
export function GroupStrip({ group, figures, deathsDue }: Pick<GroupHead, 'group' | 'figures' | 'deathsDue'>) {
  const { totalMs } = scheduleOf(group.retryPolicy, group.maxRetries);
  const clients = valueOrNull(figures.clients) ?? 0;
  return (
    <section className={`panel stats ${styles.strip}`} aria-label={t('States')}>
      <Stat
        name={<StateBadge state="ready" plain />}
        reading={figures.ready}
        note={
          figures.oldestReadyAt.kind !== 'unknown' && figures.oldestReadyAt.value === null ? (
            t('nothing to deliver')
          ) : (
            <Said of={pieces('oldest: {age}', { age: <OldestAge reading={figures.oldestReadyAt} short /> })} />
          )
        }
      />
      <Stat
        name={<StateBadge state="in-flight" plain />}
        reading={figures.inFlight}
        note={
          figures.clients.kind === 'unknown'
            ? t('clients unknown')
            : clients === 0
              ? t('no client connected')
              : t('{count, plural, one {# client} other {# clients}} connected', { count: clients })
        }
      />
      <Stat
        name={<StateBadge state="waiting-retry" plain />}
        reading={figures.waiting}
        tone="waiting"
        note={
          <>
            {figures.nextDueAt === null ? (
              t('no retry scheduled')
            ) : (
              <Said of={pieces('next attempt: {time}', { time: <Time at={figures.nextDueAt} /> })} />
            )}
            {(valueOrNull(figures.held) ?? 0) === 0 ? null : (
              <>
                {between(',')}
                <Link href={`${groupHref(group.name, 'retries')}?held=yes`} prefetch={false} className="underlined">
                  <Said of={pieces('{count} held', { count: <ReadingValue reading={figures.held} /> })} />
                </Link>
              </>
            )}
          </>
        }
      />
      <Stat
        name={<StateBadge state="dead" label={t('Dead letters')} plain />}
        reading={figures.dead}
        tone="dlq"
        note={
          figures.lastDeadAt === null ? (
            t('none kept')
          ) : (
            <>
              <Said of={pieces('last: {time}', { time: <Time at={figures.lastDeadAt} /> })} />
              {(valueOrNull(figures.expiring) ?? 0) === 0 ? null : (
                <>
                  {between(',')}
                  <Link
                    href={`/dead-letters?group=${encodeURIComponent(group.name)}&expires=24h`}
                    prefetch={false}
                    className="underlined"
                  >
                    <Said
                      of={pieces('{count} expire within 24 h', { count: <ReadingValue reading={figures.expiring} /> })}
                    />
                  </Link>
                </>
              )}
            </>
          )
        }
      />
      <Stat
        name={t('To the DLQ within 1 h')}
        reading={deathsDue}
        tone={(valueOrNull(deathsDue) ?? 0) === 0 ? 'waiting' : 'dlq'}
        note={t('if every attempt fails')}
      />
      {group.deliveryOrder === 'ordered' ? (
        <Stat
          name={<StateBadge state="blocked" label={t('Blocked keys')} plain />}
          reading={figures.blockedKeys}
          tone="waiting"
          note={
            valueOrNull(figures.blockedKeys) === 0 ? (
              t('no key is blocked')
            ) : (
              <Said
                of={pieces('{count} waiting behind', { count: <ReadingValue reading={figures.behindBlocked} /> })}
              />
            )
          }
        />
      ) : null}
      <div className="stat">
        <span className="stat-name">{t('Max retries')}</span>
        <span className="stat-value">{group.maxRetries}</span>
        <span className="stat-note">
          {group.maxRetries === 0
            ? t('DLQ after the first failure')
            : t('{policy}; DLQ after {time}', {
                policy: describePolicy(group.retryPolicy),
                time: formatDuration(totalMs),
              })}
        </span>
      </div>
    </section>
  );
}

interface StatProps {
  readonly name: ReactNode;
  readonly reading: Reading<number>;
  readonly note: ReactNode;
  readonly tone?: 'waiting' | 'dlq';
}

/** One figure of a strip. */
export function Stat({ name, reading, note, tone }: StatProps) {
  return (
    <div className="stat">
      <span className="stat-name">{name}</span>
      <span className="stat-value">
        <Figure reading={reading} {...(tone === undefined ? {} : { tone })} />
      </span>
      <span className="stat-note">{reading.kind === 'unknown' ? reading.reason : note}</span>
    </div>
  );
}
