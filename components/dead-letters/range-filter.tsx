'use client';

import { useState } from 'react';
import type { UrlPatch } from '@/components/data-table/use-url-params';
import { useNow } from '@/components/ui/clock';
import { FilterSelect } from '@/components/ui/filter-select';
import { fromPicked, momentWords, toPicked } from '@/components/ui/moment.model';
import { usePreferences } from '@/components/ui/preferences';
import { ZoneName } from '@/components/ui/time';
import styles from './dead-letters.module.css';
import { type Filters, rangeOptions, rangeValue } from './dead-letters.model';

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
        name="died"
        value={isRange ? 'custom' : value}
        options={rangeOptions(filters)}
        onChange={(from) => {
          setPicking(from === 'custom');
          if (from !== 'custom') onChange({ from, to: undefined });
        }}
      />
      {isRange ? (
        <>
          <Moment name="from" label="Died from" value={filters.from} onChange={(from) => onChange({ from })} />
          <Moment name="to" label="Died before" value={filters.to} onChange={(to) => onChange({ to })} />
        </>
      ) : null}
    </>
  );
}

interface MomentProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** One end of a range, in the zone the page shows. */
export function Moment({ name, label, value, onChange }: MomentProps) {
  const { timeZone } = usePreferences();
  const now = useNow();
  const picked = toPicked(value, timeZone);
  return (
    <label className={styles.moment} title={value === undefined ? undefined : momentWords(value, timeZone, now)}>
      <span>
        {name}, <ZoneName />
      </span>
      <input
        // another moment from outside, or another zone, is shown again; while typing the field keeps what is half typed
        key={`${picked} ${timeZone}`}
        type="datetime-local"
        step={1}
        aria-label={label}
        defaultValue={picked}
        onBlur={({ target }) => {
          if (target.value !== picked) onChange(fromPicked(target.value, timeZone));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.currentTarget.value !== picked)
            onChange(fromPicked(event.currentTarget.value, timeZone));
        }}
      />
      {value !== undefined && picked === '' ? <span>{momentWords(value, timeZone, now)}</span> : null}
    </label>
  );
}
