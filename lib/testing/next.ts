/**
 * Stands in for what a server component or an action asks of Next; see the alias in vitest.config.ts. A test sets the
 * request, and reads the cookies that were set.
 */
export const browser = { headers: new Headers(), cookies: new Map<string, object>() };

export function headers(): Promise<Headers> {
  return Promise.resolve(browser.headers);
}

export function cookies(): Promise<{ set(name: string, value: string, options: object): void }> {
  return Promise.resolve({ set: (name, value, options) => void browser.cookies.set(name, { value, ...options }) });
}

/** What Next throws to leave a page: where it leads. */
class Leaves extends Error {}

export function redirect(to: string): never {
  throw new Leaves(to);
}

export function forbidden(): never {
  throw new Leaves('403');
}

export function notFound(): never {
  throw new Leaves('404');
}

export function unstable_rethrow(error: unknown): void {
  if (error instanceof Leaves) throw error;
}
