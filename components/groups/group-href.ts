import { inWorkspace } from '@/lib/model/workspace';

export function groupHref(name: string, page = '', workspace: string | null = null): string {
  return inWorkspace(workspace, `/groups/${encodeURIComponent(name)}${page === '' ? '' : `/${page}`}`);
}
