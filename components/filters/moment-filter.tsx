'use client';

import { Said } from '@/components/ui/said';
import { pieces } from '@/lib/model/language/t';
import { useNow } from '@/components/ui/clock';
import { fromPicked, momentWords, toPicked } from '@/components/ui/moment.model';
import { usePreferences } from '@/components/ui/preferences';
import { ZoneName } from '@/components/ui/time';
import styles from './filters.module.css';

interface MomentProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** One end of a range, in the zone the page shows. */
export function MomentFilter({ name, label, value, onChange }: MomentProps) {
  const { timeZone } = usePreferences();
  const now = useNow();
  const picked = toPicked(value, timeZone);
  return (
    <label className={styles.typed} title={value === undefined ? undefined : momentWords(value, timeZone, now)}>
      <span>
        <Said of={pieces('{name}, {zone}', { name, zone: <ZoneName /> })} />
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
