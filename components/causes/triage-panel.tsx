'use client';

import { Check, Pause, Pencil, RotateCcw } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import type { CausePage } from '@/lib/console/operations/causes/views';
import { firstFailure, stateWords } from './causes.model';
import { TriageDialog, type Triaging } from './triage-dialog';
import { Said } from '@/components/ui/said';
import { between, type Piece, pieces, t } from '@/lib/model/language/t';

interface TriagePanelProps {
  readonly cause: CausePage;
  readonly onDone: () => void;
}

/** What was decided about it, by whom, and until when. */
export function TriagePanel({ cause, onDone }: TriagePanelProps) {
  const [asked, setAsked] = useState<Triaging | null>(null);
  const { triage, state, triageNotAllowed } = cause;
  const since = triage.resolvedAt ?? (state === 'open' ? firstFailure(cause) : triage.at);
  useShortcut('e', () => (triageNotAllowed === null ? setAsked('edit') : undefined), t('Edit owner and note'));
  const open = (kind: Triaging) => () => setAsked(kind);
  return (
    <section className="panel">
      <header>
        <h2>{t('Triage')}</h2>
        <span className="panel-end">
          <Button size="small" icon={Pencil} keys="e" onClick={open('edit')} disabledReason={triageNotAllowed}>
            {t('Edit')}
          </Button>
        </span>
      </header>
      <div className="panel-body col">
        <dl className="facts">
          <dt>{t('State')}</dt>
          <dd>
            {t(stateWords[state])}
            {since === null ? null : (
              <>
                {between(',')}
                <Said
                  of={
                    state === 'regressed'
                      ? pieces('resolved {time}, failing again', { time: <Time at={since} /> })
                      : pieces('since {time}', { time: <Time at={since} /> })
                  }
                />
              </>
            )}
          </dd>
          <dt>{t('Owner')}</dt>
          <dd>{triage.owner ?? <span className="text-3">{t('none')}</span>}</dd>
          <dt>{t('Note')}</dt>
          <dd>{triage.note === '' ? <span className="text-3">{t('none')}</span> : triage.note}</dd>
          <dt>{t('Ignored')}</dt>
          <dd>
            <Ignored cause={cause} />
          </dd>
          {triage.by === null || triage.at === null ? null : (
            <>
              <dt>{t('Last changed')}</dt>
              <dd>
                {triage.by}
                {between(',')}
                <Time at={triage.at} />
              </dd>
            </>
          )}
        </dl>
        <div className="row wrap">
          {state === 'resolved' || state === 'ignored' ? (
            <Button size="small" icon={RotateCcw} onClick={open('open')} disabledReason={triageNotAllowed}>
              {t('Reopen')}
            </Button>
          ) : (
            <>
              <Button size="small" icon={Check} onClick={open('resolve')} disabledReason={triageNotAllowed}>
                {t('Resolve')}
              </Button>
              <Button size="small" icon={Pause} onClick={open('ignore')} disabledReason={triageNotAllowed}>
                {t('Ignore until…')}
              </Button>
            </>
          )}
        </div>
      </div>
      {asked === null ? null : (
        <TriageDialog
          kind={asked}
          cause={cause}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            onDone();
          }}
        />
      )}
    </section>
  );
}

function Ignored({ cause: { triage, state } }: { readonly cause: CausePage }) {
  if (triage.state !== 'ignored') return <>{t('no')}</>;
  const { ignoreUntil, ignorePerHour } = triage;
  return (
    <>
      {state === 'ignored' ? null : t('no longer')} <Said of={endOf(ignoreUntil, ignorePerHour)} />
    </>
  );
}

function endOf(until: string | null, perHour: number | null): readonly Piece<ReactElement>[] {
  const time = until === null ? null : <Time at={until} />;
  if (perHour === null) return time === null ? [t('until someone changes it')] : pieces('until {time}', { time });
  return time === null
    ? [t('until there are more than {perHour, number} dead letters in an hour', { perHour })]
    : pieces('until {time}, or until there are more than {perHour, number} dead letters in an hour', { time, perHour });
}
