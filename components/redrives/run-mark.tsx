import { Check, Clock, Pause, Play, Square, SquareX, type LucideIcon } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import type { RedriveView } from '@/lib/console/operations/redrives/views';
import styles from './redrives.module.css';
import { runState, type RunState } from './verdicts.model';

const icons: Readonly<Record<RunState['id'], LucideIcon>> = {
  releasing: Play,
  canary: Play,
  ramp: Play,
  failing: Clock,
  held: Clock,
  stopped: Square,
  paused: Pause,
  cancelled: Square,
  waiting: Clock,
  consumed: Check,
  decided: SquareX,
};

export function RunMark({ redrive }: { readonly redrive: RedriveView }) {
  const { id, word, tone } = runState(redrive);
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon of={tone === 'plain' && id === 'decided' ? Check : icons[id]} size={13} />
      {word}
    </span>
  );
}
