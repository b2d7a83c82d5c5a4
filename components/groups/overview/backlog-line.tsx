'use client';

import { ArrowDown, ArrowUp, type LucideIcon } from 'lucide-react';
import { isNotYet, Figure, NotYet } from '@/components/groups/figure';
import { FiguresLine, NamedFigure } from '@/components/groups/figures-line';
import { OldestAge } from '@/components/groups/oldest';
import { DrainValue } from '@/components/ui/drain';
import { Icon } from '@/components/ui/icon';
import { RateValue } from '@/components/ui/rate';
import { formatRate } from '@/lib/model/rate';
import type { GroupBacklogView, GroupRateView } from '@/lib/console/operations/groups/views';
import type { Reading } from '@/lib/model/reading';
import { type Course, courseOf } from './course.model';
import styles from './overview.module.css';
import { msg, t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

/** How much there is to do, what comes, what leaves, and when it will be done; what a figure rests on is on hover. */
export function BacklogLine({ backlog }: { readonly backlog: GroupBacklogView }) {
  const { total, oldestReadyAt, rates, drain, redrive, paused, amplification } = backlog;
  const reasonOf = (reading: Reading<unknown>): string | null => (reading.kind === 'unknown' ? reading.reason : null);
  return (
    <FiguresLine label={t('Backlog')}>
      <NamedFigure name={t('Backlog')} title={reasonOf(total) ?? t('ready, in flight and waiting for a retry')}>
        <Figure reading={total} />
      </NamedFigure>
      <NamedFigure name={t('Oldest ready message')}>
        <OldestAge reading={oldestReadyAt} short />
      </NamedFigure>
      <NamedFigure name={t('Time to drain')} title={reasonOf(drain) ?? drainNote(redrive, paused)}>
        {isNotYet(total) && drain.kind === 'unknown' ? <NotYet reading={drain} /> : <DrainValue reading={drain} />}
      </NamedFigure>
      <NamedFigure name={t('Attempts per message')} title={t('over the last 5 minutes')}>
        {amplification.kind === 'unknown' ? t('none') : <Figure reading={amplification} />}
      </NamedFigure>
      <RateFigure name={t('In')} rates={rates} read={(rate) => rate.in} />
      <RateFigure name={t('Out')} rates={rates} read={(rate) => rate.out} />
      <RateFigure name={t('Retries')} rates={rates} read={(rate) => rate.retried} />
      <RateFigure name={t('Moved to the DLQ')} rates={rates} read={(rate) => rate.died} />
    </FiguresLine>
  );
}

function drainNote(redrive: GroupBacklogView['redrive'], paused: number): string {
  if (redrive !== null)
    return t('including {count, plural, one {# message} other {# messages}} of a running re-drive', {
      count: redrive.messages,
    });
  return paused > 0
    ? t('excluding {count, plural, one {# message} other {# messages}} of a paused re-drive', { count: paused })
    : t('at the rates of the last minute');
}

interface RateFigureProps {
  readonly name: string;
  readonly rates: readonly GroupRateView[];
  readonly read: (rate: GroupRateView) => Reading<number>;
}

/** The rate of the last minute, those of the longer windows, and which way it goes against five minutes. */
function RateFigure({ name, rates, read }: RateFigureProps) {
  const [now, ...longer] = rates.map((rate) => ({ minutes: rate.minutes, reading: read(rate) }));
  const known = longer.flatMap(({ minutes, reading }) =>
    reading.kind === 'unknown'
      ? []
      : [t('{minutes, number} min: {rate}', { minutes, rate: formatRate(reading.value) })],
  );
  const course = courseOf(now?.reading, longer[0]?.reading);
  return (
    <NamedFigure name={name} title={enumerated([t('in the last minute'), ...known])}>
      <RateValue reading={now?.reading} />
      {course === null ? null : (
        <span className={styles.course}>
          <Icon of={COURSES[course].icon} size={13} />
          <span className="visually-hidden">{t(COURSES[course].words)}</span>
        </span>
      )}
    </NamedFigure>
  );
}

const COURSES: Readonly<Record<Course, { readonly icon: LucideIcon; readonly words: string }>> = {
  rising: { icon: ArrowUp, words: msg('more than over 5 minutes') },
  falling: { icon: ArrowDown, words: msg('less than over 5 minutes') },
};
