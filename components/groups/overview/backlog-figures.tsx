'use client';

import { DrainValue } from '@/components/ui/drain';
import { plural } from '@/components/ui/number.model';
import { RateValue } from '@/components/ui/rate';
import { formatRate } from '@/components/ui/rate.model';
import { ReadingValue } from '@/components/ui/reading';
import { Stat } from '@/components/ui/stat';
import { AsOf } from '@/components/ui/time';
import type { GroupBacklogView, RateView } from '@/lib/console/reads/backlog';
import type { Reading } from '@/lib/model/reading';
import { Figure, isNotYet, NotYet } from '@/components/groups/figure';
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
      <Stat name="In, last minute" note={<Others rates={rates} read={(rate) => rate.in} />}>
        <RateValue reading={rates[0]?.in} />
      </Stat>
      <Stat name="Out, last minute" note={<Others rates={rates} read={(rate) => rate.out} />}>
        <RateValue reading={rates[0]?.out} />
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
    </section>
  );
}

function drainNote(unknown: string | null, redrive: GroupBacklogView['redrive'], paused: number): string {
  if (unknown !== null) return unknown;
  if (redrive !== null) return `with ${plural(redrive.messages, 'message')} of a running re-drive`;
  return paused > 0 ? `without ${plural(paused, 'message')} of a paused re-drive` : 'at the rates of the last minute';
}

function Others({
  rates,
  read,
}: {
  readonly rates: readonly RateView[];
  readonly read: (rate: RateView) => Reading<number>;
}) {
  const known = rates.slice(1).flatMap((rate) => {
    const reading = read(rate);
    return reading.kind === 'unknown' ? [] : [`${rate.minutes} min ${formatRate(reading.value)}`];
  });
  return <>{known.length === 0 ? '5 and 15 min unknown' : known.join(', ')}</>;
}

function ReadingOrDash({ reading }: { readonly reading: Reading<number> }) {
  return reading.kind === 'unknown' ? (
    <span className="text-3" title={reading.reason}>
      —
    </span>
  ) : (
    <ReadingValue reading={reading} />
  );
}
