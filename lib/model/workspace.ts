/** A workspace is what one engine serves: this installation itself, or an attached Apache RocketMQ cluster. */
export const ENGINES = ['embedded', 'cluster'] as const;
export type EngineKind = (typeof ENGINES)[number];

/** It stands in addresses and metrics. */
export const CLUSTER_NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;

/** Each has a colour of its own, so that production is not taken for something else. */
export const ENVIRONMENTS = ['production', 'staging', 'development'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What serves a workspace; null: this installation. */
export function engineIn(workspace: string | null): EngineKind {
  return workspace === null ? 'embedded' : 'cluster';
}

const PREFIX = /^\/c\/([^/]+)(?=\/|$)/;

/** The attached cluster that an address is about; null: this installation. */
export function workspaceOf(pathname: string): string | null {
  const name = PREFIX.exec(pathname)?.[1];
  return name === undefined ? null : decoded(name);
}

/** "/groups" as it is called in a workspace: "/c/eu-prod/groups". */
export function inWorkspace(workspace: string | null, href: string): string {
  return workspace === null ? href : `/c/${encodeURIComponent(workspace)}${href}`;
}

/** Pages of the installation, whatever workspace one looks at, and what names its workspace itself. */
const OF_ALL = /^\/(c|api|approvals|help|settings|sign-in|setup|alarms\/channels)(?=[/?#]|$)/;

/**
 * Where a link on a page of a workspace leads: to the page of that workspace, so that one of a cluster never leads to
 * the group of the same name here. "/settings" and the like are of no workspace.
 */
export function linkFrom(workspace: string | null, href: string): string {
  if (workspace === null || !href.startsWith('/') || OF_ALL.test(href)) return href;
  return inWorkspace(workspace, href === '/' ? '' : href.replace(/^\/(?=[?#])/, ''));
}

/** "/c/eu-prod/groups" without its workspace: "/groups". */
export function withoutWorkspace(pathname: string): string {
  const rest = pathname.replace(PREFIX, '');
  return rest === '' ? '/' : rest;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
