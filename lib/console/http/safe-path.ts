/** Any origin will do: what matters is that the path does not lead away from it. */
const HERE = 'http://console.invalid';
/**
 * Every page of the console is below a plain word. What begins otherwise ("//", "/\", "/%2f") can be read as another
 * site.
 */
const PAGE = /^\/(?:[a-z][a-z-]*(?:\/.*)?)?$/;
/** Not among the pages that a person wants to come back to. */
const NOT_A_TARGET: ReadonlySet<string> = new Set(['sign-in', 'setup', 'api']);
const MAX_CHARS = 2000;

/**
 * Where to go after signing in: only a path of this console, never another site. It is resolved as a browser would do
 * it ("/..//x", "/%2e%2e//x" and "/.//x" all become "//x"), and what is returned is the resolved form: nothing is left
 * to resolve.
 */
export function safePath(path: string | undefined): string {
  if (path === undefined || path.length > MAX_CHARS || !/^\/[\w\-./?=&%:~+,@]*$/.test(path)) return '/';
  if (!URL.canParse(path, HERE)) return '/';
  const { origin, pathname, search } = new URL(path, HERE);
  if (origin !== HERE || !PAGE.test(pathname)) return '/';
  return NOT_A_TARGET.has(pathname.split('/')[1] ?? '') ? '/' : pathname + search;
}
