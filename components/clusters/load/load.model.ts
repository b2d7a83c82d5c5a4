import { formatCount, plural } from '@/components/ui/number.model';
import type { MarkView, PeerLoad } from '@/lib/console/reads/cluster-load';
import { CLUSTER_MARKS } from '@/lib/model/cluster-mark';

/** "2 brokers; broker-b does not answer." */
export function loadWords(peers: readonly PeerLoad[]): string {
  const brokers = peers.filter(({ kind }) => kind === 'broker');
  const away = peers.filter(({ awayWhy }) => awayWhy !== null).map(({ name }) => name);
  const busy = brokers.filter(({ unwellWhy }) => unwellWhy !== null).map(({ name }) => name);
  return [
    plural(brokers.length, 'broker'),
    ...(away.length === 0 ? [] : [`${away.join(' and ')} ${away.length === 1 ? 'does' : 'do'} not answer`]),
    ...(busy.length === 0 ? [] : [`${busy.join(' and ')} ${busy.length === 1 ? 'has' : 'have'} too much to do`]),
    ...(away.length + busy.length === 0 ? ['none has too much to do'] : []),
  ]
    .join('; ')
    .concat('.');
}

/** "of 200: sends are refused as too busy"; nothing where there is no line. */
export function markLine({ mark, line }: MarkView): string {
  return line === null ? '' : `of ${formatCount(line)}: ${CLUSTER_MARKS[mark].beyond}`;
}
