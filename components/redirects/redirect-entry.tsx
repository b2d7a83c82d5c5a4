'use client';

import { Split } from 'lucide-react';
import { useState } from 'react';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/number.model';
import { OnDemand } from '@/components/ui/on-demand';
import { scopeWords, stateWords } from './redirects.model';

const loadDialog = () => import('./redirect-dialog');

interface RedirectButtonProps {
  readonly group: string;
  readonly cause: { readonly fingerprint: string; readonly errorType: string | null } | null;
  readonly disabledReason: string | null;
}

/** On the dead letters of one group. */
export function RedirectButton({ group, cause, disabledReason }: RedirectButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={Split} onClick={() => setOpen(true)} disabledReason={disabledReason}>
        Redirect automatically…
      </Button>
      <OnDemand load={loadDialog} isWanted={isOpen} onCancel={close}>
        {({ RedirectDialog }) => (isOpen ? <RedirectDialog group={group} cause={cause} onClose={close} /> : null)}
      </OnDemand>
    </>
  );
}

/** Which redirects take dead letters away from this list; nothing where there is none. */
export function RedirectsOfGroup({ group }: { readonly group: string }) {
  const { data } = useLiveQuery('redirects', { group }, { live: { kinds: ['redrive'] } });
  const open = (data?.items ?? []).filter(({ state }) => state !== 'ended');
  if (open.length === 0) return null;
  return (
    <ul className="small text-2" aria-label={`Redirects of ${group}`}>
      {open.map((row) => {
        const { word, more } = stateWords(row);
        return (
          <li key={row.redirectId}>
            <Link href={`/redirects?group=${encodeURIComponent(group)}`} className="underlined">
              {row.name}
            </Link>{' '}
            sends {scopeWords(row)} to {row.topic}: {word}
            {more === null ? '' : ` (${more})`}, {formatCount(row.sent)} sent.
          </li>
        );
      })}
    </ul>
  );
}
