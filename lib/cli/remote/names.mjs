// Names for completion: what the server has of what stands at the cursor.
import { call } from './connection.mjs';

/** Names of one answer: those behind the letters that are typed. */
const MOST = 200;
const LISTS = { group: 'groups list', topic: 'topics list', cluster: 'clusters list' };

/** @returns [] where nothing is known, or the server cannot be asked */
export async function namesAt(commands, typed, connection) {
  const words = typed.slice(0, 2).join(' ');
  const command = commands.find((each) => each.words === words);
  const letters = typed.at(-1) ?? '';
  const field = command === undefined || letters.startsWith('-') ? undefined : fieldAt(command, typed.slice(2, -1));
  if (field === undefined) return [];
  const [name] = field.path;
  const list = commands.find((each) => each.words === (LISTS[name] ?? (name === 'id' ? `${typed[0]} list` : '')));
  if (list === undefined) return [];
  const has = (of) => list.fields.some(({ path, place }) => place === 'query' && path[0] === of);
  const query = {
    ...(has('limit') ? { limit: MOST } : {}),
    // Lists of groups and topics are in the order of names.
    ...(has('cursor') && name in LISTS && letters !== '' ? { cursor: letters } : {}),
  };
  try {
    const { items } = await call(connection, list, { params: {}, query });
    return items.flatMap((item) => (name === 'id' ? item.id : item.name) ?? []).map(String);
  } catch {
    return [];
  }
}

/** The field whose value comes next; undefined: none, or one that is not known. */
function fieldAt({ fields, positionals }, args) {
  let position = 0;
  let waiting;
  for (const arg of args) {
    if (waiting !== undefined) waiting = undefined;
    else if (!arg.startsWith('--')) position += 1;
    else {
      const field = fields.find(({ flag }) => `--${flag}` === arg);
      waiting = field?.type === 'boolean' ? undefined : field;
    }
  }
  return waiting ?? fields.find(({ path }) => path.length === 1 && path[0] === positionals[position]);
}
