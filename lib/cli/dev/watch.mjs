import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

const QUIET_MS = 40;

/** Calls `onChange` shortly after anything below the folders was written, made or deleted. */
export function watchFolders(folders, onChange) {
  const watchers = new Map();
  let timer;
  const refresh = () => {
    const found = new Set(folders.flatMap(listFolders));
    for (const [folder, watcher] of watchers) if (!found.has(folder)) drop(folder, watcher);
    for (const folder of found) if (!watchers.has(folder)) add(folder);
  };
  const add = (folder) => {
    const watcher = watch(folder, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        refresh();
        onChange();
      }, QUIET_MS);
    });
    watcher.on('error', () => drop(folder, watcher));
    watchers.set(folder, watcher);
  };
  const drop = (folder, watcher) => {
    watcher.close();
    watchers.delete(folder);
  };
  refresh();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

function listFolders(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name)),
  ];
}
