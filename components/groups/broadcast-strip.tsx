'use client';

import { ReadingValue } from '@/components/ui/reading';
import { StateBadge } from '@/components/ui/state-badge';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import { valueOrNull } from '@/lib/model/reading';
import styles from './states.module.css';
import { Stat } from './group-strip';
import { OldestAge } from './oldest';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface BroadcastStripProps {
  readonly figures: GroupHead['figures'];
  readonly broadcast: NonNullable<GroupHead['figures']['broadcast']>;
}

/** The states of a broadcast group: no message waits for a retry or moves to the DLQ. */
export function BroadcastStrip({ figures, broadcast }: BroadcastStripProps) {
  const connected = valueOrNull(broadcast.connected) ?? 0;

  return (
    <>
      <section className={`panel stats ${styles.strip}`} aria-label={t('States')}>
        <Stat
          name={<StateBadge state="ready" plain />}
          reading={figures.ready}
          note={
            <Said
              of={pieces('over all connected clients, oldest: {age}', {
                age: <OldestAge reading={figures.oldestReadyAt} short />,
              })}
            />
          }
        />
        <Stat name={<StateBadge state="in-flight" plain />} reading={figures.inFlight} note={t('over all clients')} />
        <Stat
          name={<StateBadge state="dead" label={t('Failed')} plain />}
          reading={broadcast.failedLastHour}
          tone="dlq"
          note={t('in the last hour, not retried')}
        />
        <Stat
          name={t('Clients')}
          reading={broadcast.connected}
          note={
            <Said of={pieces('connected, {known} known', { known: <ReadingValue reading={broadcast.members} /> })} />
          }
        />
      </section>
      <p className="small text-2" data-testid="broadcast-note">
        {connected === 0
          ? t('Broadcast: each client gets every message; failures are not retried.')
          : t(
              `Broadcast: {connected, plural, one {the connected client} other {each of # connected clients}} gets every
              message; failures are not retried.`,
              { connected },
            )}
      </p>
    </>
  );
}
