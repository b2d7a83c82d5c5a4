import type { BrokersView } from '@/lib/console/operations/groups/views';

/** What cannot be known in this cluster, and why: beside what can. */
export function NotTold({ notTold }: Pick<BrokersView, 'notTold'>) {
  if (notTold.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>Not reported by this cluster</h2>
      </header>
      <ul className="panel-body col col-tight small">
        {notTold.map(({ what, reason }) => (
          <li key={what}>
            <b>{what}:</b> <span className="text-2">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
