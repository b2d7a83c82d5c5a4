import type { BrokersView } from '@/lib/console/operations/groups/views';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

/** What cannot be known in this cluster, and why: beside what can. */
export function NotTold({ notTold }: Pick<BrokersView, 'notTold'>) {
  if (notTold.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('Not reported by this cluster')}</h2>
      </header>
      <ul className="panel-body col col-tight small">
        {notTold.map(({ what, reason }) => (
          <li key={what}>
            <Said of={pieces('<b>{what}:</b> {reason}', { what, reason: <span className="text-2">{reason}</span> })} />
          </li>
        ))}
      </ul>
    </section>
  );
}
