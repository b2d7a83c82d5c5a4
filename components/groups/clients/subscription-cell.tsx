import type { SubscriptionView } from '@/lib/console/operations/groups/views';
import styles from './clients.module.css';
import { subscriptionText } from './clients.model';
import { between, t } from '@/lib/model/language/t';

interface SubscriptionCellProps {
  readonly subscriptions: readonly SubscriptionView[] | null;
  /** Shown where it is null. */
  readonly unknown: string;
}

/** What a client subscribes to; a filter that another client of the group does not have is marked. */
export function SubscriptionCell({ subscriptions, unknown }: SubscriptionCellProps) {
  if (subscriptions === null) return <span className="text-3">{unknown}</span>;
  if (subscriptions.length === 0) return <span className="text-3">{t('none')}</span>;
  return (
    <span className="mono" title={subscriptions.map(subscriptionText).join('\n')}>
      {subscriptions.map((each, index) => (
        <span key={each.topic} className={each.differs ? styles.differs : undefined}>
          {index === 0 ? '' : between('、')}
          {subscriptionText(each)}
          {each.differs ? <span className="visually-hidden"> {t('(differs from other clients)')}</span> : null}
        </span>
      ))}
    </span>
  );
}
