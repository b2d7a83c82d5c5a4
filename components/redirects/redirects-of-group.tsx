import { useLiveQuery } from '@/components/live/use-live-query';
import { Link } from '@/components/ui/link';
import { scopeWords, stateWords, topicWords } from './redirects.model';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** The redirects of a group that have not ended, a line each. */
export function RedirectsOfGroup({ group }: { readonly group: string }) {
  const { data } = useLiveQuery('redirects', { group }, { live: { kinds: ['redrive'] } });
  const open = (data?.items ?? []).filter(({ state }) => state !== 'ended');
  if (open.length === 0) return null;
  return (
    <ul className="small text-2" aria-label={t('Redirects of {group}', { group })}>
      {open.map((row) => {
        const { word, more } = stateWords(row);
        return (
          <li key={row.redirectId}>
            <Said
              of={pieces('{name} sends {scope} to {topic}: {state}, {sent, number} sent.', {
                name: (
                  <Link href={`/redirects?group=${encodeURIComponent(group)}`} className="underlined">
                    {row.name}
                  </Link>
                ),
                scope: scopeWords(row),
                topic: topicWords(row),
                state: more === null ? word : t('{state} ({reason})', { state: word, reason: more }),
                sent: row.sent,
              })}
            />
          </li>
        );
      })}
    </ul>
  );
}
