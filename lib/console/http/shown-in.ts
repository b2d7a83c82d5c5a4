import { type Principal, scopeOf } from '../../auth/permission';
import type { LiveChange, LiveChangeKind } from '../../model/live-change';
import { isCovered, type Scope } from '../../model/access/team';

export function liveScope(principal: Principal): Scope {
  return scopeOf(principal, 'group:read');
}

/** Of a group that is not named: something changed, and what a team sees may have. */
const UNNAMED: ReadonlySet<LiveChangeKind> = new Set(['sample', 'alarm', 'topic', 'message', 'dead-letter', 'redrive']);

/** What a reader with this scope gets of a change: nothing of other groups, and no id of what may be theirs. */
export function shownIn(scope: Scope): (change: LiveChange) => LiveChange | null {
  if (scope === null) return (change) => change;
  // Without a team there is nothing to hear of: the stream ends when there is one.
  if (scope.length === 0) return () => null;
  return (change) => {
    if (change.group !== undefined) return isCovered(scope, change.group) ? change : null;
    return UNNAMED.has(change.kind) ? { kind: change.kind } : null;
  };
}
