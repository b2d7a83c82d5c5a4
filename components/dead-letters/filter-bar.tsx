'use client';

import { useCallback } from 'react';
import type { UrlPatch } from '@/components/data-table/use-url-params';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/filter-select';
import { SearchBox } from '@/components/ui/search-box';
import { activeFilters, expiryOptions, type Filters, rangeOptions, rangeValue } from './dead-letters.model';

const NONE: UrlPatch = {
  group: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  cause: undefined,
  expires: undefined,
};

interface FilterBarProps {
  readonly filters: Filters;
  readonly groups: readonly string[];
  /** Dead letters may expire. */
  readonly mortal: boolean;
  readonly onChange: (patch: UrlPatch) => void;
}

/** One bar for causes and messages. */
export function FilterBar({ filters, groups, mortal, onChange }: FilterBarProps) {
  const search = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <div className="toolbar">
      <SearchBox label="Error text, key or id" value={filters.q ?? ''} onChange={search} />
      <FilterSelect
        name="group"
        value={filters.group ?? ''}
        options={[{ value: '', label: 'any' }, ...groups.map((name) => ({ value: name, label: name }))]}
        onChange={(group) => onChange({ group, cause: undefined })}
      />
      <FilterSelect
        name="died"
        value={rangeValue(filters)}
        options={rangeOptions(filters)}
        onChange={(from) => (from === 'custom' ? undefined : onChange({ from, to: undefined }))}
      />
      {mortal || filters.expires !== undefined ? (
        <FilterSelect
          name="expires"
          value={filters.expires ?? ''}
          options={expiryOptions(filters.expires)}
          onChange={(expires) => onChange({ expires })}
        />
      ) : null}
      {activeFilters(filters) === 0 ? null : (
        <Button variant="ghost" onClick={() => onChange(NONE)}>
          Remove filters
        </Button>
      )}
    </div>
  );
}
