import { formatCount } from '@/components/ui/number.model';
import { AsOf, Time } from '@/components/ui/time';
import type { RedriveView } from '@/lib/console/operations/redrives/views';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { formatPart } from '@/lib/model/share';
import { VerdictBar } from './verdict-bar';
import { VerdictMark } from './verdict-mark';
import { verdictCells } from './verdicts.model';

interface VerdictPanelProps {
  readonly redrive: RedriveView;
  readonly canRecall: boolean;
  readonly asOf: string | null;
}

/** The outcome of the messages of a re-drive: a bar, and a figure for each verdict. */
export function VerdictPanel({ redrive, canRecall, asOf }: VerdictPanelProps) {
  const { counts } = redrive;
  return (
    <section className="panel">
      <header>
        <h2>{t('Verdict')}</h2>
        <span className="small text-2">
          {redrive.releasedAt === null ? (
            t('{released, number} of {selected, number} released', counts)
          ) : (
            <Said
              of={pieces('{released, number} of {selected, number} released, the last one at {time}', {
                released: counts.released,
                selected: counts.selected,
                time: <Time at={redrive.releasedAt} />,
              })}
            />
          )}
        </span>
        <span className="panel-end">{asOf === null ? null : <AsOf at={asOf} />}</span>
      </header>
      <div className="panel-body col">
        <VerdictBar counts={counts} />
      </div>
      <div className="stats">
        {verdictCells(counts, canRecall).map((cell) => (
          <div key={cell.verdict} className="stat" data-verdict={cell.verdict}>
            <span className="stat-name">
              <VerdictMark verdict={cell.verdict} label={cell.name} plain />
            </span>
            <span className="stat-value">
              {formatCount(cell.count)}{' '}
              <span className="small text-3">
                {cell.verdict === 'excluded' ? '' : formatPart(cell.count, counts.selected)}
              </span>
            </span>
            <span className="stat-note">{cell.note}</span>
          </div>
        ))}
      </div>
    </section>
  );
}
