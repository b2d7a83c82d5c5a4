import 'server-only';
import type { ApiRoute } from '../http/define-route';
import { notFoundHere } from '../http/respond';
import { apiRoutes } from './routes';

interface Segment {
  readonly text: string;
  /** "{group}" is the parameter group, which takes any text; null: a word of the path. */
  readonly parameter: string | null;
}

interface ApiPath {
  readonly segments: readonly Segment[];
  readonly byMethod: ReadonlyMap<string, ApiRoute>;
}

const paths = pathsOf(apiRoutes);

/** Every address below /api/v1, by path and method. @param segments of the path, decoded */
export async function answerApi(request: Request, segments: readonly string[]): Promise<Response> {
  const [workspace, path, below] = placeOf(segments);
  if (path === undefined) return notFoundHere(request, ' See /api/v1/openapi.json.');
  // Without its body, which the server leaves out, HEAD is GET.
  const route = path.byMethod.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (route !== undefined) return route.handle(request, paramsOf(path.segments, below), workspace);
  return new Response(null, { status: request.method === 'OPTIONS' ? 204 : 405, headers: { allow: allowOf(path) } });
}

/** "/clusters/eu-prod/groups" is "/groups" of the cluster eu-prod; "/clusters/eu-prod" is the cluster itself. */
function placeOf(segments: readonly string[]): [string | undefined, ApiPath | undefined, readonly string[]] {
  const path = paths.find((each) => matches(each.segments, segments));
  const [first, workspace, ...below] = segments;
  if (path !== undefined || first !== 'clusters' || workspace === undefined) return [undefined, path, segments];
  return [workspace, paths.find((each) => matches(each.segments, below)), below];
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
      .map(([path, byMethod]) => ({ segments: path.slice(1).split('/').map(segmentOf), byMethod }))
      // "/scheduled/recall" before "/scheduled/{id}": a word before any text.
      .toSorted((one, other) => paramCount(one) - paramCount(other))
  );
}

function segmentOf(text: string): Segment {
  return { text, parameter: /^\{(\w+)\}$/.exec(text)?.[1] ?? null };
}

function paramCount({ segments }: ApiPath): number {
  return segments.filter(({ parameter }) => parameter !== null).length;
}

function matches(pattern: readonly Segment[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every(({ text, parameter }, index) => parameter !== null || text === segments[index])
  );
}

function paramsOf(pattern: readonly Segment[], segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap(({ parameter }, index) => (parameter === null ? [] : [[parameter, segments[index] ?? '']])),
  );
}

function allowOf({ byMethod }: ApiPath): string {
  const methods = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return methods.toSorted().join(', ');
}
