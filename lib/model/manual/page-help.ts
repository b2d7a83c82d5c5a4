import { withoutWorkspace, workspaceOf } from '../workspace';

/**
 * The page of the manual for each page of the console: the first row whose pattern fits, where * is one part of the
 * address. Pages of a setting stand as /settings/<slug>.
 */
export const PAGE_HELP: readonly (readonly [pattern: string, page: string])[] = [
  ['/', 'operate/now.md'],
  ['/groups/*/config', 'operate/groups.md#change-the-configuration'],
  ['/groups/*/clients', 'operate/groups.md#clients'],
  ['/groups/*/history', 'operate/groups.md#history-and-revert'],
  ['/groups/*/retries', 'operate/retries.md#waiting-messages'],
  ['/groups/*/keys', 'operate/retries.md#blocked-keys'],
  ['/groups/*', 'operate/groups.md#overview'],
  ['/groups', 'operate/groups.md'],
  ['/retries', 'operate/retries.md'],
  ['/keys', 'operate/retries.md#blocked-keys'],
  ['/topics/*/messages', 'operate/messages-and-topics.md#browse-a-topic'],
  ['/topics/*/lite-topics', 'integrate/connect.md#lite-topics'],
  ['/topics/*/connect', 'integrate/connect.md'],
  ['/topics', 'operate/messages-and-topics.md'],
  ['/messages/*', 'concepts/message-life.md#timeline'],
  ['/messages', 'operate/messages-and-topics.md#find-a-message'],
  ['/dead-letters/causes/*', 'concepts/causes.md#the-page-of-a-cause'],
  ['/dead-letters', 'operate/dead-letters.md'],
  ['/redrives/new', 'concepts/re-drive-plan.md'],
  ['/redrives', 'concepts/re-drive.md'],
  ['/redirects', 'operate/redirects.md'],
  ['/throttling', 'operate/throttling.md'],
  ['/alarms/channels', 'operate/alarms.md'],
  ['/alarms/*', 'operate/alarms.md#the-page-of-an-alarm'],
  ['/alarms', 'operate/alarms.md'],
  ['/approvals', 'operate/approvals.md'],
  ['/audit', 'security.md#the-audit-log'],
  ['/handover', 'operate/handover.md'],
  ['/settings/users', 'security.md#who-may-do-what'],
  ['/settings/teams', 'operate/teams.md'],
  ['/settings/tokens', 'reference/http-api.md'],
  ['/settings/access-keys', 'operate/access-keys.md'],
  ['/settings/clusters', 'cluster/attach.md'],
  ['/settings/sending-retry', 'operate/throttling.md'],
  ['/settings/dead-letters', 'operate/dead-letters.md'],
  ['/settings/lite-topics', 'operate/retries.md'],
  ['/settings/sign-in', 'operate/sign-in.md'],
  ['/settings/traces', 'operate/tracing.md'],
  ['/settings/masking', 'operate/masking.md'],
  ['/settings/approvals', 'operate/approvals.md'],
  ['/settings/security', 'security.md'],
  ['/settings/practice', 'tutorial/practice-incident.md'],
  ['/settings', 'operate/sign-in.md'],
];

/** Where the manual says something else of an attached cluster. */
const CLUSTER_HELP: readonly (readonly [pattern: string, page: string])[] = [
  ['/brokers', 'cluster/operate.md#brokers-name-servers-and-their-settings'],
  ['/access', 'cluster/rights.md#users-and-rules-of-acl-2'],
  ['/move', 'cluster/move.md'],
  ['/throttling', 'cluster/operate.md#settings'],
  ['/alarms', 'cluster/operate.md#samples-and-alarms'],
  ['/dead-letters', 'cluster/redrive.md#dead-letters'],
  ['/redrives', 'cluster/redrive.md#re-drive'],
  ['/groups', 'cluster/operate.md#settings'],
  ['/topics', 'cluster/operate.md#topics'],
  ['/messages', 'cluster/operate.md'],
  ['/', 'cluster/operate.md'],
];

/** Null: no page of the manual is about this page of the console. */
export function helpFor(pathname: string): string | null {
  const path = withoutWorkspace(pathname);
  const own = workspaceOf(pathname) === null ? [] : CLUSTER_HELP;
  return [...own, ...PAGE_HELP].find(([pattern]) => fits(pattern, path))?.[1] ?? null;
}

/** A page stands for those below it, unless an earlier row names them; the first page stands for itself. */
function fits(pattern: string, path: string): boolean {
  if (pattern === '/') return path === '/';
  const given = path.split('/');
  return pattern.split('/').every((part, index) => (part === '*' ? given[index] !== undefined : part === given[index]));
}

/** The address of a page or a file of the manual in the console. @param page below docs/, with or without an anchor */
export function helpHref(page: string): string {
  const [path = '', anchor] = page.split('#');
  const address = path === 'README.md' ? '/help' : `/help/${path.endsWith('.md') ? path.slice(0, -3) : `file/${path}`}`;
  return anchor === undefined || anchor === '' ? address : `${address}#${anchor}`;
}
