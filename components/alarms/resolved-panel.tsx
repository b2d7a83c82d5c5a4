'use client';

import { DataTable } from '@/components/data-table/data-table';
import { PartProblem } from '@/components/live/part-problem';
import { EmptyState } from '@/components/ui/empty-state';
import { ReadingAsOf } from '@/components/ui/reading';
import { usePush } from '@/components/ui/use-push';
import type { AlarmsPage } from '@/lib/console/operations/alarms/views';
import { valueOrNull } from '@/lib/model/reading';
import { resolvedColumns } from './alarm-columns';
import { t } from '@/lib/model/language/t';

interface ResolvedPanelProps extends Pick<AlarmsPage, 'resolved'> {
  readonly onRetry: () => void;
}

/** What is over, and how it ended. */
export function ResolvedPanel({ resolved, onRetry }: ResolvedPanelProps) {
  const push = usePush();
  const { newest, total } = valueOrNull(resolved) ?? { newest: undefined, total: 0 };
  return (
    <section className="panel">
      <header>
        <h2>{t('Resolved')}</h2>
        <span className="small text-3">{t('fired in the last 7 days, newest first')}</span>
        <span className="panel-end">
          <ReadingAsOf reading={resolved} />
        </span>
      </header>
      <DataTable
        label={t('Resolved alarms')}
        lines={2}
        columns={resolvedColumns()}
        rows={newest}
        rowId={(alarm) => String(alarm.incidentId)}
        onOpen={({ incidentId }) => push(`/alarms/${incidentId}`)}
        openLabel={t('Open the alarm')}
        problem={
          resolved.kind === 'unknown' ? (
            <PartProblem what={t('Resolved alarms')} reason={resolved.reason} onRetry={onRetry} />
          ) : undefined
        }
        empty={
          <EmptyState kind="none-in-range" title={t('None resolved')}>
            {t('No alarm was resolved in the last 7 days.')}
          </EmptyState>
        }
        footer={
          newest !== undefined && total > newest.length ? (
            <footer>
              {t('The newest {shown, number} of {total, number}. For more, use GET /api/v1/alarms.', {
                ...{ shown: newest.length, total },
              })}
            </footer>
          ) : undefined
        }
      />
    </section>
  );
}
