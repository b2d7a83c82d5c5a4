'use client';

import { plural } from '@/components/ui/number.model';
import { ReadingValue } from '@/components/ui/reading';
import { StateBadge } from '@/components/ui/state-badge';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import { valueOrNull } from '@/lib/model/reading';
import styles from './states.module.css';
import { Stat } from './group-strip';
import { OldestAge } from './oldest';

interface BroadcastStripProps {
  readonly figures: GroupHead['figures'];
  readonly broadcast: NonNullable<GroupHead['figures']['broadcast']>;
}

/** The states of a broadcast group: no message waits for a retry or moves to the DLQ. */
export function BroadcastStrip({ figures, broadcast }: BroadcastStripProps) {
  const connected = valueOrNull(broadcast.connected) ?? 0;
  const audience = connected === 0 ? 'each client' : `each of ${plural(connected, 'client')}`;
  return (
    <>
      <section className={`panel stats ${styles.strip}`} aria-label="States">
        <Stat
          name={<StateBadge state="ready" plain />}
          reading={figures.ready}
          note={
            <>
              over all connected clients, oldest <OldestAge reading={figures.oldestReadyAt} short />
            </>
          }
        />
        <Stat name={<StateBadge state="in-flight" plain />} reading={figures.inFlight} note="over all clients" />
        <Stat
          name={<StateBadge state="dead" label="Failed" plain />}
          reading={broadcast.failedLastHour}
          tone="dlq"
          note="in the last hour, not retried"
        />
        <Stat
          name="Clients"
          reading={broadcast.connected}
          note={
            <>
              connected, of <ReadingValue reading={broadcast.members} /> known
            </>
          }
        />
      </section>
      <p className="small text-2" data-testid="broadcast-note">
        Broadcast: {audience} gets every message; failures are not retried.
      </p>
    </>
  );
}
