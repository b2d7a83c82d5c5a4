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

const NONE: UrlPatch = Object.fromEntries(RETRY_FILTERS.map((name) => [name, undefined]));

const TO_DLQ = [
  { value: '', label: 'any time' },
  { value: '15m', label: 'within 15 m' },
  { value: '1h', label: 'within 1 h' },
  { value: '6h', label: 'within 6 h' },
  { value: '24h', label: 'within 24 h' },
];
const OLDER = [
  { value: '', label: 'any' },
  { value: '-15m', label: 'over 15 m' },
  { value: '-1h', label: 'over 1 h' },
  { value: '-6h', label: 'over 6 h' },
  { value: '-24h', label: 'over 24 h' },
  { value: '-7d', label: 'over 7 d' },
];
const YES_NO = [
  { value: '', label: 'any' },
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
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
  const select = (name: 'older' | 'dies' | 'last' | 'held', label: string, options: typeof TO_DLQ) => (
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
            name="cause"
            placeholder="PaymentTimeout"
            value={filters.cause}
            invalid={invalid}
            onChange={(cause) => onChange({ cause })}
          />
        )}
      </FilterField>
      <FilterField of={['key']} refusal={refusal}>
        {(invalid) => (
          <TextFilter
            name="key"
            placeholder="order-62"
            value={filters.key}
            invalid={invalid}
            onChange={(key) => onChange({ key })}
          />
        )}
      </FilterField>
      <FilterField of={['attempts']} refusal={refusal}>
        {(invalid) => (
          <TextFilter
            name="delivered"
            placeholder="4, 2- or 2-3"
            value={filters.attempts}
            invalid={invalid}
            onChange={(attempts) => onChange({ attempts })}
          />
        )}
      </FilterField>
      {select('older', 'age', OLDER)}
      {oneGroup || filters.dies !== undefined ? select('dies', 'to the DLQ', TO_DLQ) : null}
      {select('last', 'last attempt', YES_NO)}
      {select('held', 'held', YES_NO)}
      {activeFilters(filters) === 0 ? null : (
        <Button size="small" variant="ghost" icon={ListFilter} onClick={() => onChange(NONE)}>
          Remove filters
        </Button>
      )}
    </div>
  );
}
