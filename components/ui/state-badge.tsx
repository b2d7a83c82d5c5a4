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
  ready: { word: 'Ready', icon: Circle, tone: 'ready' },
  'in-flight': { word: 'In flight', icon: CirclePlay, tone: 'inflight' },
  'waiting-retry': { word: 'Waiting retry', icon: Clock, tone: 'waiting' },
  consumed: { word: 'Consumed', icon: Check, tone: 'commit' },
  dead: { word: 'Dead', icon: SquareX, tone: 'dlq' },
  throttled: { word: 'Throttled', icon: Gauge, tone: 'throttled' },
  blocked: { word: 'Blocked', icon: Lock, tone: 'waiting' },
  unknown: { word: 'Unknown', icon: null, tone: 'unknown' },
  stale: { word: 'Stale', icon: Hourglass, tone: 'plain' },
  paused: { word: 'Paused', icon: Pause, tone: 'plain' },
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
      {label ?? look.word}
    </span>
  );
}
