'use client';

import { Check, TriangleAlert } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Banner } from '@/components/ui/banner';
import { Icon } from '@/components/ui/icon';
import { plural } from '@/components/ui/number.model';
import { AsOf } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import {
  capabilitiesOf,
  modeWords,
  popWords,
  proxyWords,
  type Report,
  rightWords,
  skewWords,
  summaryOf,
} from './report.model';

type BrokerReport = Report['brokers'][number];

/** What "Test connection" found, of a cluster that is attached. */
export function ReportPanel({ name, report }: { readonly name: string; readonly report: Report }) {
  return (
    <section className="panel">
      <header>
        <h2>What was found at {name}</h2>
        <span className="grow" />
        <AsOf at={report.asOf} />
      </header>
      <div className="panel-body col col-wide">
        <ReportParts report={report} />
      </div>
    </section>
  );
}

export function ReportParts({ report }: { readonly report: Report }) {
  const silent = report.nameServers.filter(({ problem }) => problem !== null);
  const capabilities = capabilitiesOf(report);
  return (
    <>
      <Banner tone={report.isUsable ? 'info' : 'danger'}>{summaryOf(report)}</Banner>
      {silent.map(({ address, problem }) => (
        <p key={address} className="small">
          <Icon of={TriangleAlert} size={13} className="fg-waiting" /> Name server{' '}
          <span className="mono">{address}</span>: {problem}
        </p>
      ))}
      {report.brokers.length === 0 ? null : (
        <DataTable
          label="Brokers"
          lines={2}
          columns={brokerColumns}
          rows={report.brokers}
          rowId={({ broker }) => broker}
          problem={null}
          empty={null}
        />
      )}
      {report.metrics.map(({ broker, problem, marks }) => (
        <p key={broker} className="small text-2 row">
          {problem === null ? null : <Icon of={TriangleAlert} size={13} className="fg-waiting" />}
          {`Metrics of ${broker}: ${problem ?? plural(marks, 'watermark')}`}
        </p>
      ))}
      {report.isUsable ? <p className="small text-2">{proxyWords(report).join(' ')}</p> : null}
      {capabilities.length === 0 ? null : (
        <ul className="small text-2">
          {capabilities.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const brokerColumns: readonly Column<BrokerReport>[] = [
  { id: 'broker', header: 'Broker', cell: ({ broker }) => <b>{broker}</b> },
  {
    id: 'address',
    header: 'Address',
    cut: true,
    cell: ({ announced, address }) => (
      <span className="mono small" title={announced === address ? undefined : `announced as ${announced ?? 'nothing'}`}>
        {address ?? 'no master'}
      </span>
    ),
  },
  {
    id: 'version',
    header: 'Version',
    cut: true,
    cell: ({ facts, problem }) =>
      problem === null ? (
        (facts?.version ?? <Unknown />)
      ) : (
        <span className="fg-dlq" title={problem}>
          {problem}
        </span>
      ),
  },
  {
    id: 'mode',
    header: 'Set as',
    hideNarrow: true,
    cell: ({ facts }) => (facts === null ? <Unknown /> : modeWords(facts)),
  },
  {
    id: 'store',
    header: 'Deliveries kept as',
    hideNarrow: true,
    cell: ({ facts }) => (facts === null ? <Unknown /> : popWords[facts.popStore]),
  },
  { id: 'skew', header: 'Its clock', hideNarrow: true, cell: ({ clockSkewMs }) => skewWords(clockSkewMs) },
  {
    id: 'rights',
    header: 'Rights',
    cut: true,
    cell: ({ rights }) => <Rights rights={rights} />,
  },
];

function Rights({ rights }: Pick<BrokerReport, 'rights'>) {
  const lacking = rights.filter(({ state }) => state !== 'granted');
  if (rights.length === 0) return <Unknown />;
  if (lacking.length === 0)
    return (
      <span className="row row-tight" title={rights.map(({ right }) => rightWords[right]).join(', ')}>
        <Icon of={Check} size={12} className="fg-commit" />
        all {rights.length} needed
      </span>
    );
  return (
    <span
      className="row row-tight"
      title={lacking.map(({ right, reason }) => `${rightWords[right]}: ${reason ?? 'unknown'}`).join('; ')}
    >
      <Icon of={TriangleAlert} size={12} className="fg-waiting" />
      {lackingWords(lacking)}
    </span>
  );
}

function lackingWords(lacking: BrokerReport['rights']): string {
  const words = lacking.map(({ right, state }) => `${rightWords[right]}${state === 'unknown' ? ' (unknown)' : ''}`);
  return `not ${words.join(', ')}`;
}

function Unknown() {
  return (
    <span className="row row-tight text-3">
      <UnknownMark size={12} />
      unknown
    </span>
  );
}
