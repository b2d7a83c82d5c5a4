import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ConsumeResult, type MessageView } from 'rocketmq-client-nodejs';

import type { Work } from './listeners';

interface Listener {
  consume(view: MessageView): Promise<ConsumeResult>;
}

interface WrapperModule {
  reportFailures(
    listener: Listener,
    target: { url: string; token: string; group: string; workspace?: string | undefined },
  ): ReportingListener;
}

export interface ReportingListener extends Listener {
  /** Sends the reports that wait, for `limitMs` at most. */
  close(limitMs: number): Promise<void>;
}

export type WrapListener = (group: string, work: Work) => ReportingListener;

interface ReportTarget {
  readonly consoleUrl: string;
  readonly token: string;
  readonly workspace?: string | undefined;
}

/** The very file that the documentation tells applications to copy. */
const SNIPPET = join('docs', 'snippets', 'node', 'report-failures.mjs');

export async function loadListenerWrapper({ consoleUrl, token, workspace }: ReportTarget): Promise<WrapListener> {
  const snippet: unknown = await import(pathToFileURL(join(process.cwd(), SNIPPET)).href);
  const { reportFailures } = snippet as WrapperModule;
  return (group, work) => {
    const listener: Listener = {
      consume: (view) => {
        work(view);
        return Promise.resolve(ConsumeResult.SUCCESS);
      },
    };
    return reportFailures(listener, { url: consoleUrl, token, group, workspace });
  };
}
