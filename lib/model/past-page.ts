import { withoutWorkspace } from './workspace';

const GROUP = /^\/groups\/([^/]+)$/;

/** The pages that can show a moment of the past: Now, the groups, and the overview of one. */
export function isPastPage(pathname: string): boolean {
  const page = withoutWorkspace(pathname);
  const [, group] = GROUP.exec(page) ?? [];
  return page === '/' || page === '/groups' || (group !== undefined && group !== 'new');
}
