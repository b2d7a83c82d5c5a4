'use client';

import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { formatDuration } from '@/components/ui/duration.model';
import { PageHeader } from '@/components/ui/page-header';
import type { LimitView } from '@/lib/console/queries/limits';
import type { ThrottlingPage } from '@/lib/console/queries/throttling';
import type { ReadResult } from '@/lib/model/read-result';
import { FailoverPanel } from './failover-panel';
import { LimitDialog } from './limit-dialog';
import { LimitsTable } from './limits-table';
import { LoadPanel } from './load-panel';
import { ProducerPanel } from './producer-panel';
import { RefusedTable } from './refused-table';
import { SendChart } from './send-chart';
import { limitRows, summaryOf } from './throttling.model';

interface ThrottlingViewProps {
  readonly initial: ReadResult<ThrottlingPage>;
  readonly mayNotEdit: string | null;
  readonly mayNotEditTopic: string | null;
}

/** Which limits there are, how near they are, whom they refuse, and what that costs. */
export function ThrottlingView({ initial, mayNotEdit, mayNotEditTopic }: ThrottlingViewProps) {
  const url = useUrlParams();
  const [edited, setEdited] = useState<LimitView | 'new' | null>(null);
  const query = useLiveQuery<ThrottlingPage>({
    url: '/api/console/throttling',
    params: { topic: url.get('topic'), range: url.get('range') },
    initial,
    live: { kinds: ['limit'] },
  });
  const page = query.data ?? initial.data;
  const asOf = query.asOf ?? initial.asOf;
  const rows = limitRows(page);
  const { bold, rest } = summaryOf(rows);
  const own = ownLimit(page);
  const open = (): void => setEdited(own ?? 'new');
  useShortcut('e', open, 'Edit the limit in view', mayNotEdit === null);
  return (
    <>
      <PageHeader
        title="Throttling"
        actions={
          <>
            <Button onClick={() => setEdited('new')} disabledReason={mayNotEdit}>
              New limit…
            </Button>
            {own === undefined ? null : (
              <Button variant="primary" icon={Gauge} keys="e" onClick={open} disabledReason={mayNotEdit}>
                Edit limit of {own.subject === '' ? 'the broker' : own.subject}…
              </Button>
            )}
          </>
        }
      >
        <b>{bold}</b>
        {rest}
        {page.throttled
          .slice(0, 2)
          .map(({ topic, lastedMs }) => ` Sends to ${topic} have been refused for ${formatDuration(lastedMs, 2)}.`)}
      </PageHeader>
      {query.error === null ? null : <ReadProblem error={query.error} onRetry={query.retry} />}
      <div className="split split-main">
        <SendChart
          page={page}
          topics={topicsOf(page)}
          onTopic={(topic) => url.set({ topic })}
          onRange={(range) => url.set({ range: range === '1h' ? undefined : range })}
        />
        <ProducerPanel page={page} />
      </div>
      <LimitsTable rows={rows} asOf={asOf} mayNotEdit={mayNotEdit} onEdit={setEdited} />
      <div className="split split-main">
        <RefusedTable page={page} />
        <div className="col col-wide">
          <LoadPanel load={page.load} />
          <FailoverPanel page={page} mayNotEdit={mayNotEditTopic} onChanged={query.retry} />
        </div>
      </div>
      {edited === null ? null : (
        <LimitDialog
          limit={edited === 'new' ? null : edited}
          current={edited === 'new' ? null : (page.limits.find(({ name }) => name === edited.name) ?? null)}
          topic={page.topic}
          onClose={() => setEdited(null)}
          onChanged={query.retry}
        />
      )}
    </>
  );
}

/** The limit whose line is in the chart. */
function ownLimit({ limits, topic }: ThrottlingPage): LimitView | undefined {
  const scope = topic === null ? 'broker' : 'topic';
  return limits.find((limit) => limit.kind === 'send-rate' && limit.scope === scope && limit.subject === (topic ?? ''));
}

/** Topics that have a limit or were refused; any other is in the address. */
function topicsOf({ limits, throttled, refusals }: ThrottlingPage): string[] {
  const refused = refusals.kind === 'unknown' ? [] : refusals.value.map(({ topic }) => topic);
  const limited = limits.filter(({ scope }) => scope === 'topic').map(({ subject }) => subject);
  const names = [...throttled.map(({ topic }) => topic), ...limited, ...refused].filter((name) => name !== '');
  return [...new Set(names)].toSorted();
}
