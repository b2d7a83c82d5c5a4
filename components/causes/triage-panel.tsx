'use client';

import { Check, Pause, Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { CausePage } from '@/lib/console/operations/causes/views';
import { firstFailure, stateWords } from './causes.model';
import { TriageDialog, type Triaging } from './triage-dialog';

interface TriagePanelProps {
  readonly cause: CausePage;
  readonly onDone: () => void;
}

/** What was decided about it, by whom, and until when. */
export function TriagePanel({ cause, onDone }: TriagePanelProps) {
  const [asked, setAsked] = useState<Triaging | null>(null);
  const { triage, state, triageNotAllowed } = cause;
  const since = triage.resolvedAt ?? (state === 'open' ? firstFailure(cause) : triage.at);
  useShortcut('e', () => (triageNotAllowed === null ? setAsked('edit') : undefined), 'Edit the triage');
  const open = (kind: Triaging) => () => setAsked(kind);
  return (
    <section className="panel">
      <header>
        <h2>Triage</h2>
        <span className="panel-end">
          <Button size="small" icon={Pencil} keys="e" onClick={open('edit')} disabledReason={triageNotAllowed}>
            Edit
          </Button>
        </span>
      </header>
      <div className="panel-body col">
        <dl className="facts">
          <dt>State</dt>
          <dd>
            {stateWords[state]}
            {since === null ? null : (
              <>
                {state === 'regressed' ? ', resolved ' : ' since '}
                <Time at={since} />
              </>
            )}
            {state === 'regressed' ? ' and failing again' : ''}
          </dd>
          <dt>Owner</dt>
          <dd>{triage.owner ?? <span className="text-3">none</span>}</dd>
          <dt>Note</dt>
          <dd>{triage.note === '' ? <span className="text-3">none</span> : triage.note}</dd>
          <dt>Ignored</dt>
          <dd>
            <Ignored cause={cause} />
          </dd>
          {triage.by === null || triage.at === null ? null : (
            <>
              <dt>Changed</dt>
              <dd>
                {triage.by}, <Time at={triage.at} />
              </dd>
            </>
          )}
        </dl>
        <div className="row wrap">
          {state === 'resolved' || state === 'ignored' ? (
            <Button size="small" icon={RotateCcw} onClick={open('open')} disabledReason={triageNotAllowed}>
              Open again
            </Button>
          ) : (
            <>
              <Button size="small" icon={Check} onClick={open('resolve')} disabledReason={triageNotAllowed}>
                Resolve
              </Button>
              <Button size="small" icon={Pause} onClick={open('ignore')} disabledReason={triageNotAllowed}>
                Ignore until…
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
  if (triage.state !== 'ignored') return <>no</>;
  const { ignoreUntil, ignorePerHour } = triage;
  const over = state === 'ignored' ? '' : 'no longer: ';
  if (ignoreUntil === null && ignorePerHour === null) return <>until an operator changes it</>;
  return (
    <>
      {over}
      {ignoreUntil === null ? null : (
        <>
          until <Time at={ignoreUntil} />
        </>
      )}
      {ignoreUntil !== null && ignorePerHour !== null ? ' or ' : null}
      {ignorePerHour === null ? null : `until more than ${formatCount(ignorePerHour)} die in an hour`}
    </>
  );
}
