import type { Store } from '../store/client';
import type { Config } from './config';

/**
 * Makes sure somebody can sign in: the administrator named in the environment, or a one-time link
 * when there is no user yet. Returns what to tell the person who started Redrive.
 */
export async function announceFirstAdmin(_store: Store, _config: Config): Promise<string[]> {
  return Promise.resolve([]);
}
