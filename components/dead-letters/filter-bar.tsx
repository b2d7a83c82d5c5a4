'use client';

import { useCallback } from 'react';
import type { UrlPatch } from '@/components/data-table/use-url-params';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { FilterSelect } from '@/components/ui/filter-select';
import { momentWords } from '@/components/ui/moment.model';
import { usePreferences } from '@/components/ui/preferences';
import { SearchBox } from '@/components/ui/search-box';
import { activeFilters, expiryOptions, type Filters } from './dead-letters.model';
import { RangeFilter } from './range-filter';

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
  readonly canExpire: boolean;
  readonly onChange: (patch: UrlPatch) => void;
}

/** One bar for causes and messages. */
export function FilterBar({ filters, groups, canExpire, onChange }: FilterBarProps) {
  const { timeZone } = usePreferences();
  const now = useNow();
  const say = (text: string) => momentWords(text, timeZone, now);
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
      <RangeFilter filters={filters} onChange={onChange} />
      {canExpire || filters.expires !== undefined ? (
        <FilterSelect
          name="expires"
          value={filters.expires ?? ''}
          options={expiryOptions(filters.expires, say)}
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
