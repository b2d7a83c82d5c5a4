'use client';

import { ListFilter } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { UrlPatch } from '@/components/data-table/use-url-params';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { FilterSelect } from '@/components/filters/filter-select';
import { momentWords } from '@/components/ui/moment.model';
import { usePreferences } from '@/components/ui/preferences';
import { SearchBox } from '@/components/filters/search-box';
import type { Refusal } from '@/lib/model/refusal';
import { activeFilters, expiryOptions, type Filters, NO_FILTERS } from './dead-letters.model';
import styles from './dead-letters.module.css';
import { FilterField } from '@/components/filters/filter-field';
import { MoreFilters, namesMore } from './more-filters';
import { RangeFilter } from './range-filter';
import { t } from '@/lib/model/language/t';

interface FilterBarProps {
  readonly filters: Filters;
  readonly groups: readonly string[];
  /** Dead letters may expire. */
  readonly canExpire: boolean;
  /** What the server refused, shown at its field. */
  readonly refusal: Refusal | null;
  readonly onChange: (patch: UrlPatch) => void;
}

/** One bar for causes and letters; what it says is what a re-drive, a change or an export takes. */
export function FilterBar({ filters, groups, canExpire, refusal, onChange }: FilterBarProps) {
  const { timeZone } = usePreferences();
  const now = useNow();
  const say = (text: string) => momentWords(text, timeZone, now);
  const search = useCallback((q: string) => onChange({ q }), [onChange]);
  const [opened, setOpened] = useState(false);
  return (
    <div className={`toolbar ${styles.filters}`} role="group" aria-label={t('Filters')}>
      <FilterField of={['q']} refusal={refusal}>
        {() => <SearchBox label={t('Words in error, body, key or ID')} value={filters.q ?? ''} onChange={search} />}
      </FilterField>
      <FilterField of={['group']} refusal={refusal}>
        {(invalid) => (
          <FilterSelect
            name={t('group')}
            value={filters.group ?? ''}
            options={[{ value: '', label: t('any') }, ...groups.map((name) => ({ value: name, label: name }))]}
            invalid={invalid}
            onChange={(group) => onChange({ group, cause: undefined })}
          />
        )}
      </FilterField>
      <FilterField of={['from', 'to']} refusal={refusal}>
        {() => <RangeFilter filters={filters} onChange={onChange} />}
      </FilterField>
      {canExpire || filters.expires !== undefined ? (
        <FilterField of={['expires']} refusal={refusal}>
          {(invalid) => (
            <FilterSelect
              name={t('expires')}
              value={filters.expires ?? ''}
              options={expiryOptions(filters.expires, say)}
              invalid={invalid}
              onChange={(expires) => onChange({ expires })}
            />
          )}
        </FilterField>
      ) : null}
      {opened || namesMore(filters) ? (
        <MoreFilters filters={filters} refusal={refusal} onChange={onChange} />
      ) : (
        <Button variant="ghost" icon={ListFilter} onClick={() => setOpened(true)}>
          {t('More filters')}
        </Button>
      )}
      {activeFilters(filters) === 0 ? null : (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          {t('Remove filters')}
        </Button>
      )}
    </div>
  );
}
