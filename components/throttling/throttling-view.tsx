'use client';

import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHeader } from '@/components/ui/page-header';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { Time } from '@/components/ui/time';
import type { LimitView } from '@/lib/console/operations/limits/views';
import type { ThrottlingPage } from '@/lib/console/operations/limits/views';
import type { ReadResult } from '@/lib/model/read-result';
import { valueOrNull } from '@/lib/model/reading';
import { FailoverPanel } from './failover-panel';
import { LimitDialog } from './limit-dialog';
import { LimitsTable } from './limits-table';
import { LoadPanel } from './load-panel';
import { RefusedTable } from './refused-table';
import { SendChart } from './send-chart';
import { limitRows, ownLimit, stalePage, topicsOf } from './throttling.model';
import { type Lead, leadOf } from './throttling-lead.model';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface ThrottlingViewProps {
  readonly initial: ReadResult<ThrottlingPage>;
  readonly mayNotEdit: string | null;
  readonly mayNotEditTopic: string | null;
  /** Null: may open the audit log, which has the edits of limits. */
  readonly mayNotAudit: string | null;
}

/** Which limits there are, how near they are, whom they refuse, and what that costs. */
export function ThrottlingView({ initial, mayNotEdit, mayNotEditTopic, mayNotAudit }: ThrottlingViewProps) {
  const url = useUrlParams();
  const [edited, setEdited] = useState<LimitView | 'new' | null>(null);
  const query = useLiveQuery(
    'throttling',
    {
      topic: url.get('topic'),
      range: url.get('range'),
      until: url.get('until'),
      who: url.get('who'),
      refused: url.get('refused'),
    },
    { initial, live: { kinds: ['limit'] } },
  );
  const read = query.data ?? initial.data;
  const page = query.error === null ? read : stalePage(read, query.error.message);
  const asOf = query.asOf ?? initial.asOf;
  const rows = limitRows(page);
  // Who comes for no topic comes for what refuses now.
  const refusing = rows.find(({ state, limit }) => state === 'refusing' && limit !== null)?.limit;
  const own = url.get('topic') === undefined ? (refusing ?? ownLimit(page)) : ownLimit(page);
  const open = (): void => setEdited(own ?? 'new');
  useShortcut('e', open, t('Edit the limit shown'), mayNotEdit === null);
  return (
    <>
      <PageHeader
        title={t('Throttling')}
        actions={
          <>
            <CopyButton
              showLabel
              label={t('Copy link')}
              text={() => linkTo(url.href({ topic: page.topic ?? '*', range: page.range, until: page.until ?? asOf }))}
            />
            <Button onClick={() => setEdited('new')} disabledReason={mayNotEdit}>
              {t('New limit…')}
            </Button>
          </>
        }
      />
      <LeadBar
        lead={leadOf(rows, page)}
        staleAt={query.error === null ? null : asOf}
        own={own}
        onEdit={open}
        mayNotEdit={mayNotEdit}
      />
      {query.error === null ? null : (
        <section className="panel">
          <ReadProblem error={query.error} onRetry={query.retry} />
        </section>
      )}
      {page.until === null ? null : (
        <Banner
          tone="info"
          action={
            <Button size="small" onClick={() => url.set({ until: undefined })}>
              {t('Back to now')}
            </Button>
          }
        >
          <Said
            of={pieces('Sends, refusals and retries until {time}. The limits are the current ones.', {
              time: <Time at={page.until} style="full" />,
            })}
          />
        </Banner>
      )}
      <SendChart
        page={page}
        topics={topicsOf(page)}
        onTopic={(topic) => url.set({ topic })}
        onRange={(range) => url.set({ range: range === '1h' ? undefined : range })}
        onRetry={query.retry}
        mayAudit={mayNotAudit === null}
      />
      <RefusedTable page={page} onRetry={query.retry} />
      <LimitsTable
        rows={rows}
        inView={own?.name}
        limits={page.limits}
        mayNotEdit={mayNotEdit}
        onEdit={setEdited}
        onRetry={query.retry}
      />
      <div className="split">
        <LoadPanel load={page.load} onRetry={query.retry} />
        <FailoverPanel page={page} mayNotEdit={mayNotEditTopic} onChanged={query.retry} onRetry={query.retry} />
      </div>
      {edited === null ? null : (
        <LimitDialog
          limit={edited === 'new' ? null : edited}
          current={
            edited === 'new' ? null : (valueOrNull(page.limits)?.find(({ name }) => name === edited.name) ?? null)
          }
          key={edited === 'new' ? 'new' : edited.name}
          topic={page.topic}
          limits={valueOrNull(page.limits) ?? []}
          onEdit={setEdited}
          onClose={() => setEdited(null)}
          onChanged={query.retry}
        />
      )}
    </>
  );
}

interface LeadBarProps {
  readonly lead: Lead;
  /** Null: read just now. */
  readonly staleAt: string | null;
  readonly own: LimitView | undefined;
  readonly onEdit: () => void;
  readonly mayNotEdit: string | null;
}

function LeadBar({ lead: { tone, sentence, detail }, staleAt, own, onEdit, mayNotEdit }: LeadBarProps) {
  return (
    <SentenceBar
      label={t('Throttling now')}
      tone={tone}
      icon={Gauge}
      sentence={
        staleAt === null ? (
          sentence
        ) : (
          <Said of={pieces('As of {time}: {sentence}', { time: <Time at={staleAt} style="clock" />, sentence })} />
        )
      }
      {...(detail === '' ? {} : { detail })}
      action={
        own === undefined ? undefined : (
          <Button variant="primary" keys="e" onClick={onEdit} disabledReason={mayNotEdit}>
            {own.subject === ''
              ? t('Edit limit of the broker…')
              : t('Edit limit of {subject}…', { subject: own.subject })}
          </Button>
        )
      }
    />
  );
}

/** A link that shows tomorrow what it shows now: it names its moment. */
function linkTo(href: string): string {
  return new URL(href, location.href).href;
}
