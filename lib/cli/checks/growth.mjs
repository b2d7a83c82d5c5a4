// How the product has grown since a commit, room by room, as git tells it, so that no list is kept.
import { runCommand } from '../run-command.mjs';

/** The house was rebuilt up to this commit; what came after it are features. */
export const REBUILT = '68b9d263f9f7f55f238f0f6c38b1d54a9da91fe3';
/** What git compares with to say all that a commit has. */
const NOTHING = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** A file that moved and changed with it is no new one. */
const SAME_FILE = ['-M40%', '-l20000'];

/**
 * @param {{ file: string, lines: number }[]} files of the product now
 * @param {(file: string) => boolean} isProduct
 * @returns {Promise<{ room: string, before: number, now: number, inNewFiles: number }[]>} the one that grew most first
 */
export async function measureGrowth(files, isProduct, since = REBUILT) {
  const [listed, compared] = await Promise.all([
    runCommand('git', ['diff', '--no-renames', '--numstat', '-z', NOTHING, since]),
    runCommand('git', ['diff', ...SAME_FILE, '--diff-filter=A', '--name-only', '-z', since]),
  ]);
  const earlier = listed
    .split('\0')
    .map((line) => line.split('\t'))
    .map(([lines, , file = '']) => ({ file, lines: Number(lines) }))
    .filter(({ file }) => isProduct(file));
  return byRoom({ earlier, files, added: new Set(compared.split('\0')) });
}

export function byRoom({ earlier, files, added }) {
  const rooms = new Map();
  const note = (file, figures) => {
    const room = roomOf(file);
    const found = rooms.get(room) ?? { room, before: 0, now: 0, inNewFiles: 0 };
    for (const [name, lines] of Object.entries(figures)) found[name] += lines;
    rooms.set(room, found);
  };
  for (const { file, lines } of earlier) note(file, { before: lines });
  for (const { file, lines } of files) note(file, { now: lines, inNewFiles: added.has(file) ? lines : 0 });
  return [...rooms.values()].toSorted((a, b) => b.now - b.before - (a.now - a.before));
}

/** "components/topics", "lib/broker", "app". */
function roomOf(file) {
  const [first, second] = file.split('/');
  return first === 'app' ? first : `${first}/${second}`;
}
