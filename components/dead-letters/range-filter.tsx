'use client';

import { useState } from 'react';
import type { UrlPatch } from '@/components/data-table/use-url-params';
import { MomentFilter } from '@/components/filters/moment-filter';
import { FilterSelect } from '@/components/filters/filter-select';
import { type Filters, rangeOptions, rangeValue } from './dead-letters.model';
import { t } from '@/lib/model/language/t';

interface RangeFilterProps {
  readonly filters: Filters;
  readonly onChange: (patch: UrlPatch) => void;
}

/** When they died: one of a few distances, or two moments that are read and picked in the zone the page shows. */
export function RangeFilter({ filters, onChange }: RangeFilterProps) {
  const [picking, setPicking] = useState(false);
  const value = rangeValue(filters);
  const isRange = picking || value === 'custom';
  return (
    <>
      <FilterSelect
        name={t('died')}
        value={isRange ? 'custom' : value}
        options={rangeOptions(filters)}
        onChange={(from) => {
          setPicking(from === 'custom');
          if (from !== 'custom') onChange({ from, to: undefined });
        }}
      />
      {isRange ? (
        <>
          <MomentFilter
            name={t('from')}
            label={t('Dead-lettered from')}
            value={filters.from}
            onChange={(from) => onChange({ from })}
          />
          <MomentFilter
            name={t('to')}
            label={t('Dead-lettered before')}
            value={filters.to}
            onChange={(to) => onChange({ to })}
          />
        </>
      ) : null}
    </>
  );
}
