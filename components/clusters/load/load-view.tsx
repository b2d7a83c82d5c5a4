'use client';

import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { PageHeader } from '@/components/ui/page-header';
import { Tag } from '@/components/ui/tag';
import { AsOf, RelativeTime } from '@/components/ui/time';
import type { PeerLoad } from '@/lib/console/reads/cluster-load';
import { CLUSTER_MARKS } from '@/lib/model/cluster-mark';
import type { ReadResult } from '@/lib/model/read-result';
import { BrokerFigure } from '../figure';
import { loadWords, markLine } from './load.model';

type Loads = readonly PeerLoad[];

/** How much each broker has to do, and from where on it refuses: read from the brokers every few seconds. */
export function LoadView({ initial }: { readonly initial: ReadResult<Loads> }) {
  const query = useLiveQuery('clusterLoad', {}, { initial, live: { kinds: ['sample'] } });
  const peers = query.data ?? initial.data;
  return (
    <>
      <PageHeader title="Throttling">{loadWords(peers)}</PageHeader>
      <ReadProblem error={query.error} onRetry={query.retry} />
      {peers.map((peer) => (
        <Peer key={`${peer.kind} ${peer.name}`} peer={peer} asOf={query.asOf ?? initial.asOf} />
      ))}
      <p className="small text-3">
        Brokers of a cluster have no limits by topic, group or client: they refuse when they have too much to do.
      </p>
    </>
  );
}

function Peer({ peer, asOf }: { readonly peer: PeerLoad; readonly asOf: string }) {
  const { kind, name, awaySince, awayWhy, unwellWhy, marks } = peer;
  return (
    <section className="panel" aria-label={`${kind} ${name}`}>
      <header>
        <h2>{name}</h2>
        <Tag>{kind}</Tag>
        <span className="small text-3">
          {awaySince === null ? null : (
            <>
              away for <RelativeTime at={awaySince} />
            </>
          )}
        </span>
        <span className="panel-end">
          <AsOf at={asOf} />
        </span>
      </header>
      {awayWhy === null ? null : <Banner tone="danger">It does not answer: {awayWhy}.</Banner>}
      {unwellWhy === null ? null : <Banner tone="warning">{unwellWhy}.</Banner>}
      <dl className="facts panel-body">
        <dt>Stored per second</dt>
        <dd>
          <BrokerFigure reading={peer.inPerSecond} />
        </dd>
        <dt>Handed out per second</dt>
        <dd>
          <BrokerFigure reading={peer.outPerSecond} />
        </dd>
        {marks.map((mark) => (
          <Mark key={mark.mark} mark={mark} />
        ))}
      </dl>
    </section>
  );
}

function Mark({ mark }: { readonly mark: PeerLoad['marks'][number] }) {
  const { says, unit } = CLUSTER_MARKS[mark.mark];
  return (
    <>
      <dt>{says}</dt>
      <dd>
        <BrokerFigure reading={mark.value} /> {mark.value.kind === 'unknown' ? null : unit}{' '}
        <span className="small text-3">{markLine(mark)}</span>
      </dd>
    </>
  );
}
