'use client';

import { DataTable } from '@/components/data-table/data-table';
import { useShown } from '@/components/data-table/use-shown';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { PartProblem } from '@/components/live/part-problem';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/segmented';
import type { AlarmRuleView, AlarmsPage } from '@/lib/console/operations/alarms/views';
import { valueOrNull } from '@/lib/model/reading';
import { ruleColumns } from './alarm-columns';
import { type RuleFilter, ruleFilters, rulesIn } from './alarms.model';
import { t } from '@/lib/model/language/t';

interface RulesPanelProps {
  readonly page: AlarmsPage;
  readonly mayNotEdit: string | null;
  readonly onOpen: (rule: AlarmRuleView | 'new') => void;
  readonly onRetry: () => void;
}

const FIRST = 30;

/** Every rule, what it says now and how often it fired. */
export function RulesPanel({ page, mayNotEdit, onOpen, onRetry }: RulesPanelProps) {
  const url = useUrlParams();
  const asked = ruleFilters.find(({ value }) => value === url.get('rules'))?.value ?? 'all';
  const rules = valueOrNull(page.rules) ?? undefined;
  const { shown, footer, head } = useShown(rulesIn(rules ?? [], asked), FIRST);
  return (
    <section className="panel">
      <header>
        <h2>{t('Rules')}</h2>
        <span className="small text-3">{t('a rule for one group or topic overrides the rule for all')}</span>
        {rules === undefined || rules.length === 0 ? null : (
          <span className="panel-end row wrap">
            {head}
            <Segmented<RuleFilter>
              label={t('Which rules')}
              value={asked}
              onChange={(rules) => url.set({ rules: rules === 'all' ? undefined : rules })}
              options={ruleFilters.map(({ value, label }) => ({
                value,
                label: t(label, { count: rulesIn(rules, value).length }),
              }))}
            />
          </span>
        )}
      </header>
      <DataTable
        label={t('Alarm rules')}
        columns={ruleColumns({ channels: valueOrNull(page.channels), onOpen })}
        rows={rules === undefined ? undefined : shown}
        rowId={(rule) => String(rule.ruleId)}
        rowQuiet={(rule) => !rule.enabled}
        onOpen={onOpen}
        openLabel={t('Open the rule')}
        problem={
          page.rules.kind === 'unknown' ? (
            <PartProblem what={t('Alarm rules')} reason={page.rules.reason} onRetry={onRetry} />
          ) : undefined
        }
        empty={
          rules !== undefined && rules.length > 0 ? (
            <EmptyState
              kind="filtered-out"
              action={
                <Button size="small" onClick={() => url.set({ rules: undefined })}>
                  {t('Show all')}
                </Button>
              }
            >
              {t('None of the {count, plural, one {# rule} other {# rules}} matches.', { count: rules.length })}
            </EmptyState>
          ) : (
            <EmptyState
              kind="none-ever"
              title={t('No rules yet')}
              action={
                <Button variant="primary" disabledReason={mayNotEdit} onClick={() => onOpen('new')}>
                  {t('Create the first rule')}
                </Button>
              }
            >
              {t('Without a rule, no alarm fires.')}
            </EmptyState>
          )
        }
        footer={footer}
      />
    </section>
  );
}
