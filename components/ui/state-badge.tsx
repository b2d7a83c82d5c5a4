import {
  Check,
  Circle,
  CirclePlay,
  Clock,
  Gauge,
  Hourglass,
  Lock,
  Pause,
  SquareX,
  type LucideIcon,
} from 'lucide-react';
import { msg, t } from '@/lib/model/language/t';
import { classNames } from './class-names';
import { Icon } from './icon';
import { UnknownMark } from './unknown-mark';
import styles from './state-badge.module.css';

/** Every state an operator meets. Shape and word always; colour comes third. */
export type DisplayState =
  | 'ready'
  | 'in-flight'
  | 'waiting-retry'
  | 'consumed'
  | 'dead'
  | 'throttled'
  | 'blocked'
  | 'unknown'
  | 'stale'
  | 'paused';

interface StateLook {
  readonly word: string;
  readonly icon: LucideIcon | null;
  readonly tone: string;
}

export const stateLooks: Readonly<Record<DisplayState, StateLook>> = {
  ready: { word: msg('Ready'), icon: Circle, tone: 'ready' },
  'in-flight': { word: msg('In flight'), icon: CirclePlay, tone: 'inflight' },
  'waiting-retry': { word: msg('Waiting retry'), icon: Clock, tone: 'waiting' },
  consumed: { word: msg('Consumed'), icon: Check, tone: 'commit' },
  dead: { word: msg('Dead'), icon: SquareX, tone: 'dlq' },
  throttled: { word: msg('Throttled'), icon: Gauge, tone: 'throttled' },
  blocked: { word: msg('Blocked'), icon: Lock, tone: 'waiting' },
  unknown: { word: msg('Unknown'), icon: null, tone: 'unknown' },
  stale: { word: msg('Stale'), icon: Hourglass, tone: 'plain' },
  paused: { word: msg('Paused'), icon: Pause, tone: 'plain' },
};

interface StateBadgeProps {
  readonly state: DisplayState;
  /** Replaces the word, e.g. "7 keys" on a blocked badge or "Failed" on a past delivery. */
  readonly label?: string;
  /** Replaces the shape, with the word: of what is no message. */
  readonly icon?: LucideIcon;
  /** Without the filled background, for stat strips and dense cells. */
  readonly plain?: boolean;
}

export function StateBadge({ state, label, icon, plain = false }: StateBadgeProps) {
  const look = stateLooks[state];
  const shape = icon ?? look.icon;
  return (
    <span className={classNames(styles.badge, styles[look.tone], plain && styles.bare)}>
      {shape === null ? <UnknownMark /> : <Icon of={shape} size={13} />}
      {label ?? t(look.word)}
    </span>
  );
}
