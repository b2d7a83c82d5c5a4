'use client';

import { ArrowDown, ArrowUp, type LucideIcon } from 'lucide-react';
import { isNotYet, Figure, NotYet } from '@/components/groups/figure';
import { FiguresLine, NamedFigure } from '@/components/groups/figures-line';
import { OldestAge } from '@/components/groups/oldest';
import { DrainValue } from '@/components/ui/drain';
import { Icon } from '@/components/ui/icon';
import { plural } from '@/components/ui/number.model';
import { RateValue } from '@/components/ui/rate';
import { formatRate } from '@/components/ui/rate.model';
import type { GroupBacklogView, GroupRateView } from '@/lib/console/operations/groups/views';
import type { Reading } from '@/lib/model/reading';
import { type Course, courseOf } from './course.model';
import styles from './overview.module.css';

/** How much there is to do, what comes, what leaves, and when it will be done; what a figure rests on is on hover. */
export function BacklogLine({ backlog }: { readonly backlog: GroupBacklogView }) {
  const { total, oldestReadyAt, rates, drain, redrive, paused, amplification } = backlog;
  const reasonOf = (reading: Reading<unknown>): string | null => (reading.kind === 'unknown' ? reading.reason : null);
  return (
    <FiguresLine label="Backlog">
      <NamedFigure name="Backlog" title={reasonOf(total) ?? 'ready, in flight and waiting for a retry'}>
        <Figure reading={total} />
      </NamedFigure>
      <NamedFigure name="Oldest ready message">
        <OldestAge reading={oldestReadyAt} short />
      </NamedFigure>
      <NamedFigure name="Time to drain" title={reasonOf(drain) ?? drainNote(redrive, paused)}>
        {isNotYet(total) && drain.kind === 'unknown' ? <NotYet reading={drain} /> : <DrainValue reading={drain} />}
      </NamedFigure>
      <NamedFigure name="Attempts per message" title="over the last 5 minutes">
        {amplification.kind === 'unknown' ? 'none' : <Figure reading={amplification} />}
      </NamedFigure>
      <RateFigure name="In" rates={rates} read={(rate) => rate.in} />
      <RateFigure name="Out" rates={rates} read={(rate) => rate.out} />
      <RateFigure name="Retries" rates={rates} read={(rate) => rate.retried} />
      <RateFigure name="Moved to the DLQ" rates={rates} read={(rate) => rate.died} />
    </FiguresLine>
  );
}

function drainNote(redrive: GroupBacklogView['redrive'], paused: number): string {
  if (redrive !== null) return `with ${plural(redrive.messages, 'message')} of a running re-drive`;
  return paused > 0 ? `without ${plural(paused, 'message')} of a paused re-drive` : 'at the rates of the last minute';
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
    reading.kind === 'unknown' ? [] : [`${minutes} min ${formatRate(reading.value)}`],
  );
  const course = courseOf(now?.reading, longer[0]?.reading);
  return (
    <NamedFigure name={name} title={['in the last minute', ...known].join(', ')}>
      <RateValue reading={now?.reading} />
      {course === null ? null : (
        <span className={styles.course}>
          <Icon of={COURSES[course].icon} size={13} />
          <span className="visually-hidden">{COURSES[course].words} than over 5 minutes</span>
        </span>
      )}
    </NamedFigure>
  );
}

const COURSES: Readonly<Record<Course, { readonly icon: LucideIcon; readonly words: string }>> = {
  rising: { icon: ArrowUp, words: 'more' },
  falling: { icon: ArrowDown, words: 'less' },
};
