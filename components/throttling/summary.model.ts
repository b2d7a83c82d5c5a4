import { formatDuration } from '@/components/ui/duration.model';
import type { RefusedTotals, RefusedView, ThrottlingPage } from '@/lib/console/operations/limits/views';
import type { ThrottledTopic } from '@/lib/console/operations/topics/views';
import { enumerated, sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';
import { valueOrNull } from '@/lib/model/reading';
import { formatShare } from '@/lib/model/share';
import type { LimitRow } from './throttling.model';

/** The page in a sentence or two: what refuses and whom, what is near, what is unknown, or that all is well. */
export function summaryOf(
  rows: readonly LimitRow[],
  {
    limits,
    throttled,
    refusals,
    refused,
    until,
  }: Pick<ThrottlingPage, 'limits' | 'throttled' | 'refusals' | 'refused' | 'until'>,
): { readonly bold: string; readonly rest: string } {
  const areLimitsKnown = limits.kind !== 'unknown';
  const now = valueOrNull(throttled) ?? [];
  const whom = now
    .slice(0, 2)
    .map((topic) =>
      until === null
        ? throttledWords(topic, valueOrNull(refusals) ?? [], valueOrNull(refused))
        : throttledWords(topic, [], null),
    );
  const more =
    now.length > 2
      ? t('{count, plural, one {# more topic is} other {# more topics are}} throttled.', { count: now.length - 2 })
      : '';
  const refusing = rows.filter(({ state }) => state === 'refusing');
  const warning = rows.filter(({ state }) => state === 'warning');
  const near = warning.length === 0 ? '' : t('Near the limit: {limits}.', { limits: namesOf(warning, roomWords) });
  const noLimits = t('The limits set by operators are unknown.');
  const unread = areLimitsKnown ? '' : noLimits;
  const rest = sentences(...whom, more, near, unread);
  if (refusing.length > 0)
    return { bold: t('Refusing now: {limits}.', { limits: namesOf(refusing, whoseWords) }), rest };
  if (now.length > 0) return { bold: t('Sends are refused.'), rest };
  if (throttled.kind === 'unknown')
    return { bold: t('Whether sends are refused is unknown.'), rest: sentences(near, unread) };
  if (!areLimitsKnown) return { bold: noLimits, rest: near };
  const before = valueOrNull(refused)?.requests ?? 0;
  const lately =
    before === 0 || until !== null
      ? ''
      : t('{count, plural, one {# request was} other {# requests were}} refused in the last 15 min.', {
          count: before,
        });
  const own = rows.filter(({ limit }) => limit !== null).length;
  if (warning.length > 0 || lately !== '')
    return { bold: t('No request is refused now.'), rest: sentences(lately, near) };
  return {
    bold: t('No request is refused.'),
    rest: own === 0 ? t('No limit is set; the built-in limits of the broker apply.') : '',
  };
}

/** "orders: refused for 20 m 50 s, 1,842 sends in 15 min, 97 % from checkout-api." */
function throttledWords(
  { topic, lastedMs }: ThrottledTopic,
  refusals: readonly RefusedView[],
  totals: RefusedTotals | null,
): string {
  const parts = [t('refused for {time}', { time: formatDuration(lastedMs, 2) })];
  const total = totals?.topics.find((row) => row.topic === topic)?.sends ?? 0;
  const most = refusals
    .filter((row) => row.topic === topic && row.group === '')
    .toSorted((a, b) => b.refused - a.refused)[0];
  if (total > 0) parts.push(t('{count, plural, one {# send} other {# sends}} in 15 min', { count: total }));
  if (most !== undefined && most.client !== '' && total > 0)
    parts.push(t('{share} from {client}', { share: formatShare(most.refused / total, 0), client: most.client }));
  return t('{topic}: {facts}.', { topic, facts: enumerated(parts) });
}

/** "Sends, topic orders (400/s, set by ana); Storage, whole broker (4 GB, built in) and 3 more". */
function namesOf(rows: readonly LimitRow[], words: (row: LimitRow) => string): string {
  const [first = '', second] = rows.map(words);
  if (second === undefined) return first;
  return rows.length > 2
    ? t('{first}; {second} and {count, number} more', { first, second, count: rows.length - 2 })
    : t('{first}; {second}', { first, second });
}

/** With who could raise it. */
function whoseWords({ words, value, limit }: LimitRow): string {
  return limit === null
    ? t('{limit} ({value}, built in)', { limit: words, value })
    : t('{limit} ({value}, set by {name})', { limit: words, value, name: limit.updatedBy.split('@')[0] ?? '' });
}

function roomWords({ words, value, share, isFloor }: LimitRow): string {
  if (share.kind === 'unknown' || isFloor) return words;
  return t('{limit} ({share} of {value})', { limit: words, share: formatShare(share.value), value });
}
