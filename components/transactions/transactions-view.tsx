'use client';

import { Undo2 } from 'lucide-react';
import { DataTable } from '@/components/data-table/data-table';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { messageHref } from '@/components/parts/names';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { ReadingValue } from '@/components/ui/reading';
import type { TransactionsPage } from '@/lib/console/operations/transactions/views';
import type { ReadResult } from '@/lib/model/read-result';
import { describePolicy } from './transaction.model';
import { pendingColumns, resolvedColumns } from './transaction-columns';
import { between, msg, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

const states = [
  { value: '', label: msg('waiting') },
  { value: 'resolved', label: msg('ended, any result') },
  { value: 'committed', label: msg('committed') },
  { value: 'rolled-back', label: msg('rolled back') },
  { value: 'given-up', label: msg('given up, can be recovered') },
] as const;

/** The half messages of one topic: what waits for whom, and how the others ended. */
export function TransactionsView({ initial }: { readonly initial: ReadResult<TransactionsPage> }) {
  const url = useUrlParams();
  const { topic } = initial.data;
  const state = url.get('state');
  const transactions = useLiveQuery(
    'transactions',
    { topic, state, cursor: url.get('cursor') },
    { initial, live: { kinds: ['topic'] } },
  );
  const { policy, pending, items, nextCursor, resolveNotAllowed } = transactions.data ?? initial.data;
  const isPending = (transactions.data ?? initial.data).state === 'pending';
  return (
    <>
      <div className="toolbar">
        <FilterSelect
          name={t('state')}
          value={states.find(({ value }) => value === state)?.value ?? ''}
          options={states.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(value) => url.set({ state: value })}
        />
        <DensityToggle />
        <span className="small text-2">
          <Said of={pieces('{count} waiting.', { count: <ReadingValue reading={pending} /> })} />
          {between()}
          {describePolicy(policy)}
        </span>
      </div>
      <section className="panel">
        <DataTable
          label={isPending ? t('Waiting half messages') : t('Resolved half messages')}
          columns={
            isPending
              ? pendingColumns(policy, resolveNotAllowed, transactions.retry)
              : resolvedColumns(resolveNotAllowed, transactions.retry)
          }
          rows={items}
          rowId={({ messageId }) => messageId}
          rowHref={({ messageId }) => messageHref(messageId)}
          problem={readProblem(transactions)}
          empty={
            isPending ? (
              <EmptyState
                kind="none-in-range"
                title={t('No open transactions')}
                action={
                  <Button size="small" icon={Undo2} onClick={() => url.set({ state: 'given-up' })}>
                    {t('Show given-up transactions')}
                  </Button>
                }
              >
                {t(
                  `Every transaction of this topic has ended, or none has begun. Consumers receive a message only
                  after its commit.`,
                )}
              </EmptyState>
            ) : (
              <EmptyState kind="none-in-range" title={t('None found')}>
                {t('No transaction ended with this result within the retention.')}
              </EmptyState>
            )
          }
          footer={
            <TableFooter
              shown={items.length}
              {...(isPending ? { total: pending } : {})}
              nextCursor={nextCursor}
              tookMs={transactions.tookMs}
              asOf={transactions.asOf}
            />
          }
        />
      </section>
    </>
  );
}
