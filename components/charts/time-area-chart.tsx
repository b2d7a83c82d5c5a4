'use client';

import { Later } from './later';
import type { TimeAreaProps } from './time-area-picture';

export type { AreaSeries } from './time-area-picture';

const HEIGHT_PX = 180;
const load = () => import('./time-area-picture');

/** A picture of figures over time; the panel around it says the same in words. */
export function TimeAreaChart<Key extends string>({
  heightPx = HEIGHT_PX,
  ...props
}: TimeAreaProps<Key> & { readonly heightPx?: number }) {
  return (
    <Later load={load} heightPx={heightPx}>
      {({ TimeAreaPicture }) => <TimeAreaPicture {...props} heightPx={heightPx} />}
    </Later>
  );
}
