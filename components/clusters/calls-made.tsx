import { BrokerFigure } from './figure';
import type { Column } from '@/components/data-table/columns';
import type { BrokerOfCluster, PeerLoad } from '@/lib/console/operations/brokers/views';
import { t } from '@/lib/model/language/t';
import { valueOrNull } from '@/lib/model/reading';

type Calls = Pick<PeerLoad, 'callsPerSecond' | 'mostCalls' | 'callLimit'>;

/** What this console asks of each broker, beside the most that it asks. */
export function callsColumn(): Column<BrokerOfCluster> {
  return {
    id: 'calls',
    header: t('Calls/s, limit'),
    align: 'end',
    hideNarrow: true,
    cell: (calls) => <CallsMade calls={calls} />,
  };
}

export function CallsMade({ calls: { callsPerSecond, mostCalls, callLimit } }: { readonly calls: Calls }) {
  const most = valueOrNull(mostCalls);
  return (
    <span title={most === null ? undefined : t('Busiest second of the last minute: {most}', { most })}>
      <BrokerFigure reading={callsPerSecond} />
      {callLimit === null ? null : <span className="text-2"> / {callLimit}</span>}
    </span>
  );
}

export function CallsNote() {
  return (
    <p className="small text-3 prose">
      {t(
        `Calls/s: calls that this process of the console sent to the broker, averaged over the last minute. Limit: reads
        that it sends to a broker in any second. Sampling of groups uses at most 20 of them, and fewer when the broker
        responds slowly.`,
      )}
    </p>
  );
}
