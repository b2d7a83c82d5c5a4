import type { AccessOfCluster } from '@/lib/console/operations/brokers/views';
import type { AccessChange } from '@/lib/model/cluster/access-change';
import { t } from '@/lib/model/language/t';
import { previewLines } from './access.model';

interface PreviewProps {
  readonly found: AccessOfCluster;
  readonly name: string;
  readonly change: AccessChange;
}

/** What changes on which broker. */
export function Preview({ found, name, change }: PreviewProps) {
  return (
    <ul className="col col-tight small" aria-label={t('Changes on each broker')}>
      {previewLines(found, name, change).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
