import { t, tell, type Told } from '../model/language/t';
import { forTerminal } from './terminal';

/** Shows at the terminal what takes time; silent for steps of less than a second. */
export interface Progress {
  <Value>(label: Told, work: () => Promise<Value>): Promise<Value>;
}

const SILENT_MS = 1000;
const REMIND_MS = 5000;

export const reportProgress: Progress = async (label, work) => {
  const startedAt = performance.now();
  let shown = false;
  const show = (): void => {
    process.stdout.write(shown ? `  ... ${elapsed(startedAt)}\n` : `${forTerminal(() => tell(label))} ...\n`);
    if (!shown) timer = setInterval(show, REMIND_MS);
    shown = true;
  };
  let timer: NodeJS.Timeout = setTimeout(show, SILENT_MS);
  try {
    const value = await work();
    if (shown) process.stdout.write(`  ${forTerminal(() => t('done in {time}', { time: elapsed(startedAt) }))}\n`);
    return value;
  } finally {
    clearTimeout(timer);
  }
};

function elapsed(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
