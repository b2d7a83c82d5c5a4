'use client';

import { useRef } from 'react';
import { useCursorIn } from '@/components/keyboard/use-cursor-in';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ButtonLink } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { AsOf, Time } from '@/components/ui/time';
import { KeyCap } from '@/components/ui/key-cap';
import { Sparkline } from '@/components/ui/sparkline';
import { StateBadge } from '@/components/ui/state-badge';
import { Said } from '@/components/ui/said';
import { between, msg, pieces, t } from '@/lib/model/language/t';
import { PROBLEM_FACTS } from '@/lib/model/problem/kinds';
import type { Problem, ProblemAlarm, ProblemTrend, TrendOf } from '@/lib/model/problem/problem';
import styles from './now.module.css';
import { Phrases } from '@/components/parts/phrases';

interface ProblemListProps {
  readonly items: readonly Problem[];
  /** Those beyond `items` included. */
  readonly total: number;
  readonly asOf: string | null;
  /** Null: may. */
  readonly mayNotAcknowledge: string | null;
  /** With the problem under the cursor. */
  readonly onAcknowledge: (problem: Problem | null) => void;
}

/** What needs an operator, one sentence and one action each. */
export function ProblemList({ items, total, asOf, mayNotAcknowledge, onAcknowledge }: ProblemListProps) {
  const list = useRef<HTMLOListElement>(null);
  const current = useCursorIn(list);
  const onCursor = items.find(({ key }) => key === current);
  useShortcut('e', () => onAcknowledge(onCursor ?? null), t('Acknowledge the problem'), mayNotAcknowledge === null);
  return (
    <section className="panel" aria-label={t('Open problems')}>
      <header>
        <h2>{t('Open problems')}</h2>
        <span className={`tiny text-3 row row-tight ${styles.hint}`} aria-hidden="true">
          <KeyCap keys="j" /> <KeyCap keys="k" /> {t('move')} <KeyCap keys="↵" /> {t('open')} <KeyCap keys="e" />{' '}
          {t('acknowledge')}
        </span>
        <span className="panel-end">{asOf === null ? null : <AsOf at={asOf} />}</span>
      </header>
      <ol ref={list} className={styles.problems}>
        {items.map((problem, index) => (
          <ProblemRow key={problem.key} problem={problem} place={index + 1} />
        ))}
      </ol>
      {total > items.length ? (
        <footer>
          {t('and {count, number} more, less urgent. They move up as the ones above are resolved.', {
            ...{ count: total - items.length },
          })}
        </footer>
      ) : null}
    </section>
  );
}

const trendWords: Readonly<Record<TrendOf, string>> = {
  backlog: msg('backlog, 1 h'),
  dead: msg('dead, 1 h'),
  blockedKeys: msg('keys, 1 h'),
};

function ProblemRow({ problem, place }: { readonly problem: Problem; readonly place: number }) {
  const { kind, subject, says, more, stake, stakeMore, action, alarm, numbers, trend } = problem;
  const [state, label] = PROBLEM_FACTS[kind].badge;
  const old = Object.values(numbers).find((reading) => reading.kind === 'stale');
  return (
    <li className={styles.problem}>
      <span className={`tiny text-3 ${styles.place}`} aria-hidden="true">
        {place}
      </span>
      <span className={styles.badge}>
        <StateBadge state={state} label={t(label)} />
      </span>
      <span className={styles.text}>
        <span className={styles.says}>
          <b>{subject.name}</b>
          {between(':')}
          <Phrases of={says} />
          {old?.kind === 'stale' ? (
            <span className="tiny text-3">
              {' '}
              <StateBadge state="stale" plain /> <Time at={old.asOf} style="clock" />
            </span>
          ) : null}
        </span>
        <span className={`tiny text-3 ${styles.more}`}>
          <Phrases of={more} />
          {alarm === null || kind === 'alarm' ? null : <AlarmNote alarm={alarm} apart={more.length > 0} />}
        </span>
      </span>
      <span className={styles.trend}>
        {trend === null || !isDrawn(trend) ? null : (
          <>
            <Sparkline values={trend.values} />
            <span className="tiny text-3">{t(trendWords[trend.of])}</span>
          </>
        )}
      </span>
      <span className={styles.stake}>
        <span>
          <Phrases of={stake} />
        </span>
        <span className="tiny text-3">
          <Phrases of={stakeMore} />
        </span>
      </span>
      <span className={styles.act}>
        <ButtonLink
          href={action.path}
          variant={place === 1 ? 'primary' : 'default'}
          data-row={problem.key}
          aria-label={`${action.says}${between(':')}${subject.name}`}
        >
          {action.says}
          {place === 1 ? <KeyCap keys="↵" /> : null}
        </ButtonLink>
      </span>
    </li>
  );
}

/** One point is no trend. */
function isDrawn({ values }: ProblemTrend): boolean {
  return values.filter((value) => value !== null).length > 1;
}

/** The alarm that fires for it, and who has it in hand. */
function AlarmNote({ alarm, apart }: { readonly alarm: ProblemAlarm; readonly apart: boolean }) {
  return (
    <>
      {apart ? '\u00a0· ' : ''}
      <span className="nowrap">
        <Link href={`/alarms/${alarm.incidentId}`} prefetch={false} className={styles.alarm}>
          {t('alarm')}
        </Link>{' '}
        {alarm.acknowledgedBy === null ? (
          <Said of={pieces('since {time}', { time: <Time at={alarm.firedAt} style="clock" /> })} />
        ) : (
          t('acknowledged by {name}', { name: alarm.acknowledgedBy })
        )}
      </span>
    </>
  );
}
