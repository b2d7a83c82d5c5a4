/** Where to go after signing in: only a path of this console, never another site. */
export function safePath(path: string | undefined): string {
  if (path === undefined || !/^\/(?![/\\])[\w\-./?=&%:~+,@]*$/.test(path)) return '/';
  return path.startsWith('/sign-in') || path.startsWith('/setup') || path.startsWith('/api') ? '/' : path;
}
