import { FILTER_TYPE } from '../proto/codes';
import type { FilterExpression } from '../proto/wire';

export interface MessageFilter {
  readonly type: 'TAG' | 'SQL';
  readonly expression: string;
}

/** No expression means every message. */
export function fromFilter(filter: FilterExpression | undefined): MessageFilter {
  return {
    type: filter?.type === FILTER_TYPE.SQL ? 'SQL' : 'TAG',
    expression: filter?.expression ?? '*',
  };
}
