import { cpSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { LanguageName } from '../../../lib/model/programs';
import { buildJava, SHORT_LIVED } from '../../java/support/build';
import { buildSdk } from '../../sdks/support/builds';

/** The command that runs a file below the folder of programs. */
export type RunsFile = (file: string) => readonly string[];

/** How a file of each language is run in this folder, or why it is not: the official clients are beside it. */
export function languageRunners(
  folder: string,
): Record<LanguageName, () => Promise<RunsFile | { readonly missing: string }>> {
  return {
    node: () => {
      symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
      return Promise.resolve((file) => [process.execPath, file]);
    },
    java: async () => {
      const build = await buildJava('java');
      if ('missing' in build) return build;
      return (file) => ['java', ...SHORT_LIVED, `-Duser.home=${folder}`, '-cp', build.classpath, file];
    },
    go: async () => {
      const build = await buildSdk('go');
      if ('missing' in build) return build;
      // Versions as tested, in place of the newest ones.
      for (const name of ['go.mod', 'go.sum']) cpSync(join('e2e', 'go', name), join(folder, name));
      // What `go run` does, in a process that takes the signal itself.
      return (file) => {
        const [from, name] = [dirname(file), `run-${basename(dirname(file))}`];
        return ['sh', '-c', `go build -buildvcs=false -mod=mod -o ${name} ./${from} && exec ./${name}`];
      };
    },
    python: async () => {
      const build = await buildSdk('python');
      if ('missing' in build) return build;
      const [command = ''] = build.command;
      return (file) => [command, file];
    },
  };
}
