'use client';

import { ArrowDown, ArrowUp, type LucideIcon } from 'lucide-react';
import { DrainValue } from '@/components/ui/drain';
import { Icon } from '@/components/ui/icon';
import { plural } from '@/components/ui/number.model';
import { RateValue } from '@/components/ui/rate';
import { formatRate } from '@/components/ui/rate.model';
import { ReadingValue } from '@/components/ui/reading';
import { Stat } from '@/components/ui/stat';
import { AsOf } from '@/components/ui/time';
import type { GroupBacklogView, GroupRateView } from '@/lib/console/operations/groups/views';
import type { Reading } from '@/lib/model/reading';
import { Figure, isNotYet, NotYet } from '@/components/groups/figure';
import { type Course, courseOf } from './course.model';
import styles from './overview.module.css';
import { OldestAge } from '@/components/groups/oldest';

/** How much there is to do, what comes, what leaves, and when it will be done. */
export function BacklogFigures({ backlog }: { readonly backlog: GroupBacklogView }) {
  const { total, oldestReadyAt, rates, drain, redrive, paused, amplification } = backlog;
  return (
    <section className={`panel stats ${styles.figures}`} aria-label="Backlog">
      <Stat name="Backlog" note={total.kind === 'unknown' ? total.reason : 'ready, in flight and waiting'}>
        <Figure reading={total} />
      </Stat>
      <Stat name="Oldest ready" note={total.kind === 'unknown' ? '' : <AsOf at={total.asOf} />}>
        <OldestAge reading={oldestReadyAt} short />
      </Stat>
      <Stat name="Time to drain" note={drainNote(drain.kind === 'unknown' ? drain.reason : null, redrive, paused)}>
        {isNotYet(total) && drain.kind === 'unknown' ? <NotYet reading={drain} /> : <DrainValue reading={drain} />}
      </Stat>
      <Stat
        name="Deliveries per message"
        note={amplification.kind === 'unknown' ? 'none in 5 minutes' : 'last 5 minutes'}
      >
        <ReadingOrDash reading={amplification} />
      </Stat>
      <RateStat name="In" rates={rates} read={(rate) => rate.in} />
      <RateStat name="Out" rates={rates} read={(rate) => rate.out} />
      <RateStat name="Retries" rates={rates} read={(rate) => rate.retried} />
      <RateStat name="Deaths" rates={rates} read={(rate) => rate.died} />
    </section>
  );
}

function drainNote(unknown: string | null, redrive: GroupBacklogView['redrive'], paused: number): string {
  if (unknown !== null) return unknown;
  if (redrive !== null) return `with ${plural(redrive.messages, 'message')} of a running re-drive`;
  return paused > 0 ? `without ${plural(paused, 'message')} of a paused re-drive` : 'at the rates of the last minute';
}

interface RateStatProps {
  readonly name: string;
  readonly rates: readonly GroupRateView[];
  readonly read: (rate: GroupRateView) => Reading<number>;
}

/** The rate of the last minute, those of the longer windows, and which way it goes against five minutes. */
function RateStat({ name, rates, read }: RateStatProps) {
  const [now, ...longer] = rates.map((rate) => ({ minutes: rate.minutes, reading: read(rate) }));
  const known = longer.flatMap(({ minutes, reading }) =>
    reading.kind === 'unknown' ? [] : [`${minutes} min ${formatRate(reading.value)}`],
  );
  const course = courseOf(now?.reading, longer[0]?.reading);
  return (
    <Stat name={name} note={known.length === 0 ? 'in the last minute' : known.join(', ')}>
      <RateValue reading={now?.reading} />
      {course === null ? null : (
        <span className={styles.course} title={`${COURSES[course].words} than over 5 minutes`}>
          <Icon of={COURSES[course].icon} size={13} />
          <span className="visually-hidden">{COURSES[course].words} than over 5 minutes</span>
        </span>
      )}
    </Stat>
  );
}

const COURSES: Readonly<Record<Course, { readonly icon: LucideIcon; readonly words: string }>> = {
  rising: { icon: ArrowUp, words: 'more' },
  falling: { icon: ArrowDown, words: 'less' },
};

function ReadingOrDash({ reading }: { readonly reading: Reading<number> }) {
  return reading.kind === 'unknown' ? (
    <span className="text-3" title={reading.reason}>
      —
    </span>
  ) : (
    <ReadingValue reading={reading} />
  );
}
