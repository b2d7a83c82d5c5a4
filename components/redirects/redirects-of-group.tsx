import { useLiveQuery } from '@/components/live/use-live-query';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/number.model';
import { scopeWords, stateWords, topicWords } from './redirects.model';

/** The redirects of a group that have not ended, a line each. */
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
            sends {scopeWords(row)} to {topicWords(row)}: {word}
            {more === null ? '' : ` (${more})`}, {formatCount(row.sent)} sent.
          </li>
        );
      })}
    </ul>
  );
}
