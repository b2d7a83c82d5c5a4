'use client';

import { Later } from './later';
import type { TimeAreaProps } from './time-area-picture';

export type { AreaSeries } from './time-area-picture';

const HEIGHT_PX = 180;
const load = () => import('./time-area-picture');

/** A picture of figures over time; the panel around it says the same in words. */
export function TimeAreaChart<Key extends string>(props: TimeAreaProps<Key>) {
  return (
    <Later load={load} heightPx={HEIGHT_PX}>
      {({ TimeAreaPicture }) => <TimeAreaPicture {...props} heightPx={HEIGHT_PX} />}
    </Later>
  );
}
