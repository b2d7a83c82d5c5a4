import 'server-only';
import type { ApiRoute } from '../http/define-route';
import { notFoundHere } from '../http/respond';
import { apiRoutes } from './routes';

interface ApiPath {
  /** Segments of the path; those in braces take any text. */
  readonly segments: readonly string[];
  readonly byMethod: ReadonlyMap<string, ApiRoute>;
}

const paths = pathsOf(apiRoutes);

/** Every address below /api/v1, by path and method. @param segments of the path, decoded */
export async function answerApi(request: Request, segments: readonly string[]): Promise<Response> {
  const path = paths.find((each) => matches(each.segments, segments));
  if (path === undefined) return notFoundHere(request, ' See /api/v1/openapi.json.');
  // Without its body, which the server leaves out, HEAD is GET.
  const route = path.byMethod.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (route !== undefined) return route.handle(request, paramsOf(path.segments, segments));
  return new Response(null, { status: request.method === 'OPTIONS' ? 204 : 405, headers: { allow: allowOf(path) } });
}

function pathsOf(routes: readonly ApiRoute[]): ApiPath[] {
  const found = new Map<string, Map<string, ApiRoute>>();
  for (const route of routes) {
    const { method, path } = route.operation;
    const byMethod = found.get(path) ?? new Map<string, ApiRoute>();
    byMethod.set(method.toUpperCase(), route);
    found.set(path, byMethod);
  }
  return (
    [...found]
      .map(([path, byMethod]) => ({ segments: path.slice(1).split('/'), byMethod }))
      // "/scheduled/recall" before "/scheduled/{id}": a word before any text.
      .toSorted((one, other) => paramCount(one) - paramCount(other))
  );
}

function paramCount({ segments }: ApiPath): number {
  return segments.filter((segment) => nameOf(segment) !== null).length;
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => nameOf(part) !== null || part === segments[index])
  );
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((part, index) => {
      const name = nameOf(part);
      return name === null ? [] : [[name, segments[index] ?? '']];
    }),
  );
}

/** "{group}" is the parameter group; anything else is a word of the path. */
function nameOf(segment: string): string | null {
  return /^\{(\w+)\}$/.exec(segment)?.[1] ?? null;
}

function allowOf({ byMethod }: ApiPath): string {
  const methods = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return methods.toSorted().join(', ');
}
