'use client';

import { TableFooter } from '@/components/data-table/table-footer';
import { DataTable } from '@/components/data-table/data-table';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { MomentFilter } from '@/components/filters/moment-filter';
import { EventsPanel } from '@/components/handover/events-panel';
import { useWorkspace } from '@/components/live/use-workspace';
import { groupHref } from '@/components/parts/names';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { HandoverView } from '@/lib/console/operations/handover/views';
import type { PastView as View } from '@/lib/console/operations/backlog/past';
import type { ReadResult } from '@/lib/model/read-result';
import { mostFirst } from './past.model';
import { pastColumns } from './past-columns';
import styles from './past.module.css';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

interface PastPartsProps {
  readonly past: ReadResult<View>;
  readonly before: ReadResult<HandoverView>;
}

/** What is large of it: loaded when the page has opened, so that pages of now do not carry it. */
export function PastParts({ past: { data, tookMs }, before }: PastPartsProps) {
  const url = useUrlParams();
  const workspace = useWorkspace();
  const { asOf, groups } = data;
  const rows = mostFirst(groups.items);
  return (
    <>
      <div className="toolbar" role="group" aria-label={t('Moment')}>
        <MomentFilter
          name={t('as of')}
          label={t('As of')}
          value={asOf}
          onChange={(at) => url.set({ asOf: at ?? asOf })}
        />
      </div>
      <section className="panel" aria-label={t('Groups at that moment')}>
        <DataTable
          label={t('Groups at that moment')}
          columns={pastColumns(asOf)}
          rows={rows}
          rowId={({ name }) => name}
          rowHref={({ name }) => `${groupHref(name, '', workspace)}?asOf=${encodeURIComponent(asOf)}`}
          empty={<EmptyState kind="none-in-range">{t('None of the current groups existed at that time.')}</EmptyState>}
          footer={<TableFooter shown={rows.length} tookMs={tookMs} asOf={asOf} />}
        />
      </section>
      <AlarmsThen alarms={data.alarms} />
      <EventsPanel view={before.data} title={t('Events of the 12 h before')} />
    </>
  );
}

function AlarmsThen({ alarms }: Pick<View, 'alarms'>) {
  return (
    <section className="panel" aria-label={t('Open alarms at that moment')}>
      <header>
        <h2>{t('Open alarms at that moment')}</h2>
      </header>
      {alarms.kind === 'unknown' ? (
        <p className="panel-body small text-2">{t('Not shown: {reason}.', { reason: alarms.reason })}</p>
      ) : alarms.value.items.length === 0 ? (
        <p className="panel-body small text-2">{t('No alarm was open.')}</p>
      ) : (
        <ul className={styles.alarms}>
          {alarms.value.items.map(({ incidentId, title, path, firedAt }) => (
            <li key={incidentId}>
              <Link href={path} prefetch={false} data-row={String(incidentId)}>
                {title}
              </Link>{' '}
              <span className="small text-3">
                <Said of={pieces('since {time}', { time: <Time at={firedAt} style="day-clock" /> })} />
              </span>
            </li>
          ))}
          {alarms.value.more ? (
            <li className="small text-2">{t('More alarms were open. The newest are listed.')}</li>
          ) : null}
        </ul>
      )}
    </section>
  );
}
