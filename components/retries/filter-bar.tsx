'use client';

import { ListFilter } from 'lucide-react';
import type { UrlPatch } from '@/components/data-table/use-url-params';
import { FilterField } from '@/components/filters/filter-field';
import { TextFilter } from '@/components/filters/text-filter';
import type { ReadError } from '@/components/live/fetch-read';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/filters/filter-select';
import { RETRY_FILTERS } from '@/lib/model/list-view';
import type { RetryFilters } from '@/components/parts/retry-change.model';
import { activeFilters } from './retries.model';
import { t } from '@/lib/model/language/t';
import { formatDuration } from '@/components/ui/duration.model';

const NONE: UrlPatch = Object.fromEntries(RETRY_FILTERS.map((name) => [name, undefined]));

const HOUR_MS = 3_600_000;
const within = (value: string, ms: number) => ({ value, label: t('within {time}', { time: formatDuration(ms) }) });
const over = (value: string, ms: number) => ({ value, label: t('over {time}', { time: formatDuration(ms) }) });
const toDlq = () => [
  { value: '', label: t('any time') },
  within('15m', HOUR_MS / 4),
  within('1h', HOUR_MS),
  within('6h', 6 * HOUR_MS),
  within('24h', 24 * HOUR_MS),
];
const older = () => [
  { value: '', label: t('any') },
  over('-15m', HOUR_MS / 4),
  over('-1h', HOUR_MS),
  over('-6h', 6 * HOUR_MS),
  over('-24h', 24 * HOUR_MS),
  over('-7d', 168 * HOUR_MS),
];
const yesNo = () => [
  { value: '', label: t('any') },
  { value: 'yes', label: t('yes') },
  { value: 'no', label: t('no') },
];

interface FilterBarProps {
  readonly filters: RetryFilters;
  /** When a message moves to the DLQ is a question about one group: each has its own policy. */
  readonly oneGroup: boolean;
  /** What the server refused, at its field. */
  readonly error: ReadError | null;
  readonly onChange: (patch: UrlPatch) => void;
}

export function FilterBar({ filters, oneGroup, error, onChange }: FilterBarProps) {
  const refusal = error === null || error.field === null ? null : { field: error.field, message: error.message };
  const select = (name: 'older' | 'dies' | 'last' | 'held', label: string, options: ReturnType<typeof toDlq>) => (
    <FilterSelect
      name={label}
      value={filters[name] ?? ''}
      options={
        options.some(({ value }) => value === (filters[name] ?? ''))
          ? options
          : [...options, { value: filters[name] ?? '', label: filters[name] ?? '' }]
      }
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <div className="toolbar">
      <FilterField of={['cause']} refusal={refusal}>
        {(invalid) => (
          <TextFilter
            name={t('cause')}
            placeholder={'PaymentTimeout'}
            value={filters.cause}
            invalid={invalid}
            onChange={(cause) => onChange({ cause })}
          />
        )}
      </FilterField>
      <FilterField of={['key']} refusal={refusal}>
        {(invalid) => (
          <TextFilter
            name={t('key')}
            placeholder={'order-62'}
            value={filters.key}
            invalid={invalid}
            onChange={(key) => onChange({ key })}
          />
        )}
      </FilterField>
      <FilterField of={['attempts']} refusal={refusal}>
        {(invalid) => (
          <TextFilter
            name={t('attempts')}
            placeholder={t('4, 2- or 2-3')}
            value={filters.attempts}
            invalid={invalid}
            onChange={(attempts) => onChange({ attempts })}
          />
        )}
      </FilterField>
      {select('older', t('age'), older())}
      {oneGroup || filters.dies !== undefined ? select('dies', t('moves to the DLQ'), toDlq()) : null}
      {select('last', t('last attempt'), yesNo())}
      {select('held', t('held'), yesNo())}
      {activeFilters(filters) === 0 ? null : (
        <Button size="small" variant="ghost" icon={ListFilter} onClick={() => onChange(NONE)}>
          {t('Remove filters')}
        </Button>
      )}
    </div>
  );
}
