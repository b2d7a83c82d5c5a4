import { Flag, Gauge, type LucideIcon, Pause, Pencil, Play, RotateCw, Users } from 'lucide-react';
import type { ChangeView } from '@/lib/console/operations/groups/views';

/** What stands for a change of a group, wherever it is listed. */
export const CHANGE_ICONS: Readonly<Record<ChangeView['kind'], LucideIcon>> = {
  settings: Pencil,
  'app-version': Flag,
  consumers: Users,
  throttled: Gauge,
  redrive: RotateCw,
  paused: Pause,
  resumed: Play,
};
