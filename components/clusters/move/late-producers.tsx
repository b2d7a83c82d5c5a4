import { Banner } from '@/components/ui/banner';
import { RelativeTime } from '@/components/ui/time';
import { lateStep, type Move } from './move.model';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';
import { pieces } from '@/lib/model/language/t';

/** Producers that still send here after they were marked as switched, and what to do about it. */
export function LateProducers({ move }: { readonly move: Move }) {
  const { late } = move;
  if (late === null || late.topics.length === 0) return null;
  return (
    <Banner tone="warning">
      <span className="col col-tight">
        {late.topics.map(({ topic, count, lastAt, hosts }) => (
          <span key={topic}>
            <Said
              of={pieces(
                `<b>{topic}</b>: {count, plural, one {# message was} other {# messages were}} sent here after the
                producers were switched, the last one {time}, from {hosts}.`,
                { topic, count, time: <RelativeTime at={lastAt} />, hosts: enumerated(hosts) },
              )}
            />
          </span>
        ))}
        <span>{lateStep(late)}</span>
      </span>
    </Banner>
  );
}
