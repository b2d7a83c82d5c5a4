// How a command ends: 0 done, 1 refused, 2 wrong usage, 3 the outcome of a change is unknown.

export class CliError extends Error {
  /** @param code of the server's refusal, such as "group-not-found" */
  constructor(exitCode, message, code) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.code = code;
  }
}

/** The name that differs by the fewest letters; null: none is near. */
export function nearest(word, names) {
  const ranked = names.map((name) => ({ name, far: distance(word, name) })).toSorted((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= Math.max(2, Math.floor(word.length / 3)) ? best.name : null;
}

function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to += 1)
      next.push(Math.min(next[to - 1] + 1, row[to] + 1, row[to - 1] + (letter === other[to - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length];
}
