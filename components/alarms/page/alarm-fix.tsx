import { Check, CircleDashed, TriangleAlert } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Tag } from '@/components/ui/tag';
import type { AlarmHistory, AlarmLetters } from '@/lib/console/reads/alarm';
import { fixOf, knownOf } from './alarm-page.model';
import styles from './alarm-page.module.css';

const ICONS = { good: Check, bad: TriangleAlert, unknown: CircleDashed } as const;

interface AlarmFixProps {
  readonly letters: AlarmLetters | null;
  readonly redrives: AlarmHistory['redrives'];
  readonly isLoading: boolean;
}

/** Whether what died would be consumed now. */
export function AlarmFix({ letters, redrives, isLoading }: AlarmFixProps) {
  const main = knownOf(letters?.main);
  const { verdict, lines } = fixOf(main, knownOf(letters?.causes), redrives);
  return (
    <section className="panel">
      <header>
        <h2>Does the fix work?</h2>
        <span className="panel-end">{isLoading ? null : <Tag>{verdict}</Tag>}</span>
      </header>
      {isLoading ? (
        <div className="panel-body">
          <Skeleton rows={3} />
        </div>
      ) : (
        <ul className={styles.lines}>
          {lines.map(({ tone, says, more }) => (
            <li key={says} data-tone={tone}>
              <Icon of={ICONS[tone]} />
              <span>
                <b>{says}</b>
                <span className="small text-2">{more}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
