import { Banner } from '@/components/ui/banner';
import { formatCount } from '@/components/ui/number.model';
import { RelativeTime } from '@/components/ui/time';
import { lateStep, type Move } from './move.model';

/** Producers that send here although they were said to be switched, and what to do about it. */
export function LateProducers({ move }: { readonly move: Move }) {
  const { late } = move;
  if (late === null || late.topics.length === 0) return null;
  return (
    <Banner tone="warning">
      <span className="col col-tight">
        {late.topics.map(({ topic, count, lastAt, hosts }) => (
          <span key={topic}>
            <b>{topic}</b>: {formatCount(count)} {count === 1 ? 'message was' : 'messages were'} sent here after the
            producers were switched, the last <RelativeTime at={lastAt} />, from {hosts.join(', ')}.
          </span>
        ))}
        <span>{lateStep(late)}</span>
      </span>
    </Banner>
  );
}
