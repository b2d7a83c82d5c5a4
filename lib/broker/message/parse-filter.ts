import { BrokerError } from '../../model/errors';
import { LIMITS } from '../../model/limits';

export interface MessageFilter {
  readonly type: 'TAG' | 'SQL';
  readonly expression: string;
}

/** The tags a subscription matches; null: all. Source: Apache RocketMQ 5 documentation, "Message Filtering", tag filtering. */
export function parseTagFilter(filter: MessageFilter): readonly string[] | null {
  if (filter.type === 'SQL') {
    throw new BrokerError('unsupported', 'SQL92 filters are not supported yet; use a tag expression.', {
      field: 'filter',
      limit: 'TAG',
      value: 'SQL',
    });
  }
  const expression = filter.expression.trim();
  if (expression === '' || expression === '*') return null;
  if (expression.length > LIMITS.filterChars) {
    throw new BrokerError(
      'illegal-filter',
      `filter may have at most ${LIMITS.filterChars} characters; it has ${expression.length}.`,
      {
        field: 'filter',
        limit: LIMITS.filterChars,
        value: expression.length,
      },
    );
  }
  const tags = expression.split('||').map((tag) => tag.trim());
  if (tags.some((tag) => tag === '' || tag.includes('|'))) {
    throw new BrokerError('illegal-filter', 'filter must be * or tags joined by ||.', {
      field: 'filter',
      limit: '* or a || b',
      value: expression.slice(0, 64),
    });
  }
  if (tags.length > LIMITS.filterTags) {
    throw new BrokerError(
      'illegal-filter',
      `filter may name at most ${LIMITS.filterTags} tags; it names ${tags.length}.`,
      {
        field: 'filter',
        limit: LIMITS.filterTags,
        value: tags.length,
      },
    );
  }
  return tags.includes('*') ? null : [...new Set(tags)].toSorted();
}
