import { join } from 'node:path';

import { z } from 'zod';

import { consoleUrl } from './announce';
import type { Config } from './config';
import { readProcessFiles, writeProcessFile } from './process-files';

const server = z.object({
  /** Of its console; null: it has none. */
  url: z.string().nullable(),
  httpPort: z.number().nullable(),
  /** 0: it serves no RocketMQ clients. */
  grpcPort: z.number(),
  dataDirectory: z.string(),
  isEmbedded: z.boolean(),
});

/** A node that runs on this machine. */
export interface RunningServer extends z.output<typeof server> {
  readonly pid: number;
}

/** For commands of the same tree that are started without the settings of the node. */
const folderOfTree = (): string => join(process.cwd(), 'node_modules', '.cache', 'redrive', 'servers');
const folderOfData = (dataDirectory: string): string => join(dataDirectory, 'servers');

/** Lets other commands find this node. @returns removes the notes */
export function noteServer(config: Config, { hasConsole }: { readonly hasConsole: boolean }): () => void {
  const { dataDirectory, isEmbedded } = config;
  const grpcPort = config.servesClients ? config.grpcPort : 0;
  const text = JSON.stringify({
    ...(hasConsole ? { url: consoleUrl(config), httpPort: config.httpPort } : { url: null, httpPort: null }),
    ...{ grpcPort, dataDirectory, isEmbedded },
  } satisfies z.output<typeof server>);
  const folders = [folderOfTree(), ...(isEmbedded ? [folderOfData(dataDirectory)] : [])];
  const removals = folders.map((folder) => {
    try {
      return writeProcessFile(folder, text);
    } catch {
      // A tree that cannot be written, as in a container image: its commands need the settings then.
      return () => undefined;
    }
  });
  return () => {
    for (const remove of removals) remove();
  };
}

/** Nodes that were started from this tree. */
export const serversOfTree = (): RunningServer[] => readServers(folderOfTree());

/** Nodes that use the embedded database in this directory. */
export const serversOfData = (dataDirectory: string): RunningServer[] => readServers(folderOfData(dataDirectory));

export function describeServer({ pid, url, grpcPort }: RunningServer): string {
  return `${url ?? `a broker node on port ${grpcPort}`} (process ${pid})`;
}

function readServers(folder: string): RunningServer[] {
  return readProcessFiles(folder).flatMap(({ pid, text }) => {
    try {
      return [{ pid, ...server.parse(JSON.parse(text)) }];
    } catch {
      // Of another version of Redrive.
      return [];
    }
  });
}
