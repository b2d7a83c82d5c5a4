// What all kinds of a configuration file share.

/** Answer and request of a change have these too. */
const NOT_SETTINGS = new Set([
  ...['version', 'reason', 'dryRun', 'name', 'group', 'topic', 'id', 'mayRemove'],
  ...['managedBy', 'override', 'existing'],
]);

export function entry(id, own, fields) {
  return {
    id,
    own,
    settings: Object.fromEntries(fields.filter((name) => name in own).map((name) => [name, own[name]])),
  };
}

/** The fields that a change of it takes. */
export function settingsOf(command) {
  const names = command.fields.flatMap(({ place, path }) => (place === 'body' ? path.slice(0, 1) : []));
  return [...new Set(names)].filter((name) => !NOT_SETTINGS.has(name));
}

export async function all(ask, words) {
  const items = [];
  for (let cursor; ;) {
    const page = await ask(words, { query: cursor === undefined ? {} : { cursor } });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
    if (cursor === undefined) return items;
  }
}
