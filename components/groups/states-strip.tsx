import type { GroupHead } from '@/lib/console/operations/groups/views';
import { BroadcastStrip } from './broadcast-strip';
import { BrokerStrip } from './broker-strip';
import { GroupStrip } from './group-strip';

/** The states of a group, in the order a message passes them. */
export function StatesStrip({ head: { group, figures, deathsDue, inBrokers } }: { readonly head: GroupHead }) {
  if (inBrokers !== null) return <BrokerStrip figures={figures} inBrokers={inBrokers} />;
  return figures.broadcast === null ? (
    <GroupStrip group={group} figures={figures} deathsDue={deathsDue} />
  ) : (
    <BroadcastStrip figures={figures} broadcast={figures.broadcast} />
  );
}
