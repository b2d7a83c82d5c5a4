'use client';

import { Check, TriangleAlert } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Banner } from '@/components/ui/banner';
import { Icon } from '@/components/ui/icon';
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
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { enumerated, itemized, sentences } from '@/lib/model/language/list';

type BrokerReport = Report['brokers'][number];

/** The result of "Test connection" for an attached cluster. */
export function ReportPanel({ name, report }: { readonly name: string; readonly report: Report }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('Connection test of {name}', { name })}</h2>
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
          <Icon of={TriangleAlert} size={13} className="fg-waiting" />{' '}
          <Said
            of={pieces('Name server {address}: {problem}', {
              ...{ address: <span className="mono">{address}</span>, problem: problem ?? '' },
            })}
          />
        </p>
      ))}
      {report.brokers.length === 0 ? null : (
        <DataTable
          label={t('Brokers')}
          lines={2}
          columns={brokerColumns()}
          rows={report.brokers}
          rowId={({ broker }) => broker}
          problem={null}
          empty={null}
        />
      )}
      {report.metrics.map(({ broker, problem, marks }) => (
        <p key={broker} className="small text-2 row">
          {problem === null ? null : <Icon of={TriangleAlert} size={13} className="fg-waiting" />}
          {problem === null
            ? t('Metrics of {broker}: {count, plural, one {# watermark} other {# watermarks}}', {
                broker,
                count: marks,
              })
            : t('Metrics of {broker}: {problem}', { broker, problem })}
        </p>
      ))}
      {report.isUsable ? <p className="small text-2">{sentences(...proxyWords(report))}</p> : null}
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

const brokerColumns = (): readonly Column<BrokerReport>[] => [
  { id: 'broker', header: t('Broker'), cell: ({ broker }) => <b>{broker}</b> },
  {
    id: 'address',
    header: t('Address'),
    cut: true,
    cell: ({ announced, address }) => (
      <span className="mono small" title={announced === address ? undefined : announcedWords(announced)}>
        {address ?? t('no master')}
      </span>
    ),
  },
  {
    id: 'version',
    header: t('Version'),
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
    header: t('Mode'),
    hideNarrow: true,
    cell: ({ facts }) => (facts === null ? <Unknown /> : modeWords(facts)),
  },
  {
    id: 'store',
    header: t('Delivery records'),
    hideNarrow: true,
    cell: ({ facts }) => (facts === null ? <Unknown /> : t(popWords[facts.popStore])),
  },
  { id: 'skew', header: t('Clock'), hideNarrow: true, cell: ({ clockSkewMs }) => skewWords(clockSkewMs) },
  {
    id: 'rights',
    header: t('Rights'),
    cut: true,
    cell: ({ rights }) => <Rights rights={rights} />,
  },
];

function Rights({ rights }: Pick<BrokerReport, 'rights'>) {
  const lacking = rights.filter(({ state }) => state !== 'granted');
  if (rights.length === 0) return <Unknown />;
  if (lacking.length === 0)
    return (
      <span className="row row-tight" title={enumerated(rights.map(({ right }) => t(rightWords[right])))}>
        <Icon of={Check} size={12} className="fg-commit" />
        {t('all {count, number} required rights', { count: rights.length })}
      </span>
    );
  return (
    <span
      className="row row-tight"
      title={itemized(
        lacking.map(({ right, reason }) =>
          t('{right}: {reason}', { right: t(rightWords[right]), reason: reason ?? t('unknown') }),
        ),
      )}
    >
      <Icon of={TriangleAlert} size={12} className="fg-waiting" />
      {lackingWords(lacking)}
    </span>
  );
}

function lackingWords(lacking: BrokerReport['rights']): string {
  const words = lacking.map(({ right, state }) =>
    state === 'unknown' ? t('{right} (unknown)', { right: t(rightWords[right]) }) : t(rightWords[right]),
  );
  return t('missing: {rights}', { rights: enumerated(words) });
}

function announcedWords(announced: string | null): string {
  return announced === null
    ? t('the name servers announce no address')
    : t('announced as {address}', { address: announced });
}

function Unknown() {
  return (
    <span className="row row-tight text-3">
      <UnknownMark size={12} />
      {t('unknown')}
    </span>
  );
}
