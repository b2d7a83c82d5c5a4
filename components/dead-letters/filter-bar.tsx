'use client';

import { ListFilter } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { UrlPatch } from '@/components/data-table/use-url-params';
import type { ReadError } from '@/components/live/fetch-read';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { FilterSelect } from '@/components/ui/filter-select';
import { momentWords } from '@/components/ui/moment.model';
import { usePreferences } from '@/components/ui/preferences';
import { SearchBox } from '@/components/ui/search-box';
import { activeFilters, expiryOptions, FILTER_NAMES, type Filters } from './dead-letters.model';
import { RangeFilter } from './range-filter';
import { TextFilter } from './text-filter';

const NONE: UrlPatch = Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined]));

const HELD = [
  { value: '', label: 'any' },
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
] as const;

interface FilterBarProps {
  readonly filters: Filters;
  readonly groups: readonly string[];
  /** Dead letters may expire. */
  readonly canExpire: boolean;
  /** What the server refused, at its field. */
  readonly error: ReadError | null;
  readonly onChange: (patch: UrlPatch) => void;
}

/** One bar for causes and letters; what it says is what a re-drive, a change or an export takes. */
export function FilterBar({ filters, groups, canExpire, error, onChange }: FilterBarProps) {
  const { timeZone } = usePreferences();
  const now = useNow();
  const say = (text: string) => momentWords(text, timeZone, now);
  const search = useCallback((q: string) => onChange({ q }), [onChange]);
  const { key, attempts, json, held, accepted } = filters;
  const named = [key, attempts, json, held, accepted].some((value) => value !== undefined);
  const [opened, setOpened] = useState(false);
  const more = opened || named;
  const wrong = (field: string) => (error?.field === field ? error.message : null);
  return (
    <div className="toolbar">
      <SearchBox label="Words of error, body, key or id" value={filters.q ?? ''} onChange={search} />
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
      {more ? (
        <>
          <TextFilter
            name="key"
            placeholder="order-62"
            value={key}
            error={wrong('key')}
            onChange={(value) => onChange({ key: value })}
          />
          <TextFilter
            name="deliveries"
            placeholder="4, 2- or 2-3"
            value={attempts}
            error={wrong('attempts')}
            onChange={(value) => onChange({ attempts: value })}
          />
          <TextFilter
            name="JSON path"
            placeholder='$.currency = "JPY"'
            wide
            value={json}
            error={wrong('json')}
            onChange={(value) => onChange({ json: value })}
          />
          <FilterSelect name="held" value={held ?? ''} options={HELD} onChange={(value) => onChange({ held: value })} />
          <FilterSelect
            name="accepted"
            value={accepted ?? ''}
            options={HELD}
            onChange={(value) => onChange({ accepted: value })}
          />
        </>
      ) : (
        <Button variant="ghost" icon={ListFilter} onClick={() => setOpened(true)}>
          More filters
        </Button>
      )}
      {activeFilters(filters) === 0 ? null : (
        <Button variant="ghost" onClick={() => onChange(NONE)}>
          Remove filters
        </Button>
      )}
    </div>
  );
}
