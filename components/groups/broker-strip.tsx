import { kindWords } from '@/components/clusters/cluster-words.model';
import { BrokerFigure, NotKnown, SHORT } from '@/components/clusters/figure';
import { OldestAge } from './oldest';
import { Stat } from '@/components/ui/stat';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import styles from './states.module.css';
import { t } from '@/lib/model/language/t';

interface BrokerStripProps {
  readonly figures: GroupHead['figures'];
  readonly inBrokers: NonNullable<GroupHead['inBrokers']>;
}

/** The states of a group as far as brokers tell them. */
export function BrokerStrip({ figures, inBrokers }: BrokerStripProps) {
  const { kind } = inBrokers;
  const oldest = figures.oldestReadyAt;
  return (
    <section className={`panel stats ${styles.strip}`} aria-label={t('States')}>
      <Stat name={t('Not delivered')} note={t('not delivered to any client yet')}>
        <BrokerFigure reading={figures.ready} />
      </Stat>
      <Stat name={t('Oldest waiting')} note={t('by the clock of the broker')}>
        {oldest.kind === 'unknown' ? <NotKnown reading={oldest} /> : <OldestAge reading={oldest} short />}
      </Stat>
      <Stat name={t('In flight')} note={noteOf(figures.inFlight, t('being processed by clients'))}>
        <BrokerFigure reading={figures.inFlight} />
      </Stat>
      <Stat name={t('Retries due')} note={noteOf(figures.waiting, t('in retry topics, not delivered'))}>
        <BrokerFigure reading={figures.waiting} tone="waiting" />
      </Stat>
      <Stat name={t('Dead letters')} note={t('still kept by the brokers')}>
        <BrokerFigure reading={figures.dead} tone="dlq" />
      </Stat>
      <Stat name={t('Clients')} note={kind.kind === 'unknown' ? kind.reason : t(kindWords[kind.value])}>
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
