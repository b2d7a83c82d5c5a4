import { Button, ButtonLink } from '@/components/ui/button';
import type { GroupSettings } from '@/lib/model/group/group-settings';
import { modelWords } from '@/lib/model/group/group-settings';
import { orderWords } from '@/lib/model/group/group-words';
import styles from './impact.module.css';

interface RefusalWaysProps {
  readonly group: string;
  readonly field: string;
  readonly saved: GroupSettings;
  readonly wanted: GroupSettings;
  /** Sets the field back; what else was typed stays. */
  readonly onKeep: () => void;
}

/** Ways out while ordering or delivery mode cannot be changed. */
export function RefusalWays({ group, field, saved, wanted, onKeep }: RefusalWaysProps) {
  const path = `/groups/${encodeURIComponent(group)}`;
  const isOrder = field === 'deliveryOrder';
  const name = isOrder ? orderWords[wanted.deliveryOrder].toLowerCase() : wanted.messageModel;
  const kept = isOrder ? orderWords[saved.deliveryOrder].toLowerCase() : modelWords[saved.messageModel];
  return (
    <div className={styles.ways}>
      <div className={styles.way}>
        <b>Drain first</b>
        <p>Stop the producers and let the consumers finish what is in progress. Then save this change.</p>
        <ButtonLink size="small" href={`${path}/${isOrder ? 'retries' : 'clients'}`}>
          {isOrder ? 'Show what to drain' : 'Show the clients'}
        </ButtonLink>
      </div>
      <div className={styles.way}>
        <b>Create a new group</b>
        <p>{group} finishes its messages, and the clients move to the new group.</p>
        <ButtonLink
          size="small"
          href={`/groups/new?${isOrder ? `order=${wanted.deliveryOrder}` : `model=${wanted.messageModel}`}`}
        >
          Create {/^[aeiou]/.test(name) ? 'an' : 'a'} {name} group
        </ButtonLink>
      </div>
      <div className={styles.way}>
        <b>Keep this setting</b>
        <p>The rest of the change can be saved without it.</p>
        <Button size="small" onClick={onKeep}>
          Keep {kept}
        </Button>
      </div>
    </div>
  );
}
