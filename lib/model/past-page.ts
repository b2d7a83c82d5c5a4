import { withoutWorkspace } from './workspace';

const GROUP = /^\/groups\/([^/]+)$/;

/** The pages that can show a moment of the past: Now, the groups, and the overview of one. */
export function isPastPage(pathname: string): boolean {
  const page = withoutWorkspace(pathname);
  const [, group] = GROUP.exec(page) ?? [];
  return page === '/' || page === '/groups' || (group !== undefined && group !== 'new');
}

const BEFORE_MS = 12 * 3_600_000;

/** The hours before a moment, as a handover is asked for them. */
export function beforeOf(asOf: string): { readonly from: string; readonly to: string } {
  return { from: new Date(Date.parse(asOf) - BEFORE_MS).toISOString(), to: asOf };
}
