import { kindWords } from '@/components/clusters/cluster-words.model';
import { BrokerFigure, NotKnown, SHORT } from '@/components/clusters/figure';
import { OldestAge } from './oldest';
import { Stat } from '@/components/ui/stat';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import styles from './states.module.css';

interface BrokerStripProps {
  readonly figures: GroupHead['figures'];
  readonly inBrokers: NonNullable<GroupHead['inBrokers']>;
}

/** The states of a group as far as brokers tell them. */
export function BrokerStrip({ figures, inBrokers }: BrokerStripProps) {
  const { kind } = inBrokers;
  const oldest = figures.oldestReadyAt;
  return (
    <section className={`panel stats ${styles.strip}`} aria-label="States">
      <Stat name="Not delivered" note="given to no client yet">
        <BrokerFigure reading={figures.ready} />
      </Stat>
      <Stat name="Oldest waiting" note="by the broker's clock">
        {oldest.kind === 'unknown' ? <NotKnown reading={oldest} /> : <OldestAge reading={oldest} short />}
      </Stat>
      <Stat name="In flight" note={noteOf(figures.inFlight, 'with clients now')}>
        <BrokerFigure reading={figures.inFlight} />
      </Stat>
      <Stat name="Retries due" note={noteOf(figures.waiting, 'in retry topics, not delivered')}>
        <BrokerFigure reading={figures.waiting} tone="waiting" />
      </Stat>
      <Stat name="Dead letters" note="that the brokers still keep">
        <BrokerFigure reading={figures.dead} tone="dlq" />
      </Stat>
      <Stat name="Clients" note={kind.kind === 'unknown' ? kind.reason : kindWords[kind.value]}>
        <BrokerFigure reading={figures.clients} />
      </Stat>
    </section>
  );
}

/** The reason stands below the figure: a cell has no room for it. */
function noteOf(reading: GroupHead['figures']['inFlight'], otherwise: string): string {
  if (reading.kind !== 'unknown') return otherwise;
  return reading.reason.length > SHORT ? reading.reason : '';
}
