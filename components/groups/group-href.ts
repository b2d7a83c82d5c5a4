export function groupHref(name: string, page = ''): string {
  return `/groups/${encodeURIComponent(name)}${page === '' ? '' : `/${page}`}`;
}
