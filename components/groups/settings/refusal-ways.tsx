import { Button, ButtonLink } from '@/components/ui/button';
import type { GroupSettings } from '@/lib/model/group/group-settings';
import { modelWords } from '@/lib/model/group/group-settings';
import { orderWords } from '@/lib/model/group/group-words';
import styles from './impact.module.css';
import { t } from '@/lib/model/language/t';

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
  const name = isOrder ? t(orderWords[wanted.deliveryOrder]) : t(modelWords[wanted.messageModel]);
  const kept = isOrder ? t(orderWords[saved.deliveryOrder]) : t(modelWords[saved.messageModel]);
  return (
    <div className={styles.ways}>
      <div className={styles.way}>
        <b>{t('Drain first')}</b>
        <p>{t('Stop the producers and let the consumers finish what is in progress. Then save this change.')}</p>
        <ButtonLink size="small" href={`${path}/${isOrder ? 'retries' : 'clients'}`}>
          {isOrder ? t('Show what to drain') : t('Show the clients')}
        </ButtonLink>
      </div>
      <div className={styles.way}>
        <b>{t('Create a new group')}</b>
        <p>{t('{group} finishes its messages, and the clients move to the new group.', { group })}</p>
        <ButtonLink
          size="small"
          href={`/groups/new?${isOrder ? `order=${wanted.deliveryOrder}` : `model=${wanted.messageModel}`}`}
        >
          {t('Create group: {setting}', { setting: name })}
        </ButtonLink>
      </div>
      <div className={styles.way}>
        <b>{t('Keep this setting')}</b>
        <p>{t('The rest of the change can be saved without it.')}</p>
        <Button size="small" onClick={onKeep}>
          {t('Keep: {setting}', { setting: kept })}
        </Button>
      </div>
    </div>
  );
}
