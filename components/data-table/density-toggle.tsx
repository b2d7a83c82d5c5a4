'use client';

import { t } from '@/lib/model/language/t';
import { usePreferences, type Density } from '@/components/ui/preferences';
import { Segmented, type SegmentOption } from '@/components/ui/segmented';

const options: readonly SegmentOption<Density>[] = [
  { value: 'compact', label: '28' },
  { value: 'normal', label: '36' },
  { value: 'comfortable', label: '44' },
];

/** Row height of every table, remembered in this browser. */
export function DensityToggle() {
  const { density, setDensity } = usePreferences();
  return <Segmented label={t('Row height in pixels')} options={options} value={density} onChange={setDensity} />;
}
