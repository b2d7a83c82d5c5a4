import { Check, Clock, Pause, Play, Square, SquareX, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import type { RedriveView } from '@/lib/console/operations/redrives/views';
import styles from './redrives.module.css';
import { runState } from './verdicts.model';

const icons: Readonly<Record<string, LucideIcon>> = {
  Releasing: Play,
  Canary: Play,
  'Ramping up': Play,
  Held: Clock,
  'Stopped by its rule': Square,
  Paused: Pause,
  Cancelled: Square,
  'Waiting for verdicts': Clock,
  'All consumed': Check,
  Decided: SquareX,
};

export function RunMark({ redrive }: { readonly redrive: RedriveView }) {
  const { word, tone } = runState(redrive);
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon of={tone === 'plain' && word === 'Decided' ? Check : (icons[word] ?? Clock)} size={13} />
      {word}
    </span>
  );
}
