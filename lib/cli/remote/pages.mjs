// A list of several pages as one answer.
import { call } from './connection.mjs';

/** Without --limit. */
const LISTED = 1000;
/** A search may answer with short pages, or empty ones. */
const MOST_PAGES = 100;

/** Pages on its own up to --limit, unless a cursor asks for one page. @returns one page; nextCursor null: the end */
export async function callAll(connection, command, parts) {
  const field = (name) => command.fields.find(({ path, place }) => place === 'query' && path[0] === name);
  const { limit = LISTED, cursor: given } = parts.query;
  const isList = command.method === 'get' && field('cursor') !== undefined && field('limit') !== undefined;
  // A limit that means nothing is refused by the server, in its words.
  if (!isList || given !== undefined || !Number.isInteger(limit) || limit < 1)
    return await call(connection, command, parts);
  const most = field('limit').most ?? limit;
  let answer = { nextCursor: undefined };
  const items = [];
  for (let page = 0; page < MOST_PAGES && items.length < limit && answer.nextCursor !== null; page += 1) {
    const query = { ...parts.query, limit: Math.min(most, limit - items.length) };
    if (typeof answer.nextCursor === 'string') query.cursor = answer.nextCursor;
    answer = await call(connection, command, { ...parts, query });
    if (!Array.isArray(answer.items)) return answer;
    items.push(...answer.items);
    answer.nextCursor ??= null;
  }
  return { ...answer, items };
}
