import 'server-only';
import { namesLoopback } from '../../auth/loopback';
import { getRuntime } from '../../runtime/singleton';
import { authorizeRequest } from './request-principal';
import { failed } from './respond';

/**
 * Labels name groups, topics and clients. On loopback every local process may read them; on any other address, and
 * behind a proxy, the scraper sends an API token (of any role, or for metrics alone). @returns the refusal; null: may
 */
export async function authorizeScrape(request: Request): Promise<Response | null> {
  if (getRuntime().config.openMetrics && namesLoopback(request.headers.get('host'))) return null;
  try {
    await authorizeRequest(request, 'metrics:read');
    return null;
  } catch (error) {
    return failed(error, '/api/metrics');
  }
}
