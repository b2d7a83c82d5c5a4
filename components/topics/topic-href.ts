export function topicHref(name: string, page = ''): string {
  return `/topics/${encodeURIComponent(name)}${page === '' ? '' : `/${page}`}`;
}
