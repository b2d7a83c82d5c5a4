/** Shows at the terminal what takes time; silent for steps of less than a second. */
export interface Progress {
  <Value>(label: string, work: () => Promise<Value>): Promise<Value>;
}

const SILENT_MS = 1000;
const REMIND_MS = 5000;

export const reportProgress: Progress = async (label, work) => {
  const startedAt = performance.now();
  let told = false;
  const tell = (): void => {
    process.stdout.write(told ? `  ... ${elapsed(startedAt)}\n` : `${label} ...\n`);
    if (!told) timer = setInterval(tell, REMIND_MS);
    told = true;
  };
  let timer: NodeJS.Timeout = setTimeout(tell, SILENT_MS);
  try {
    const value = await work();
    if (told) process.stdout.write(`  done in ${elapsed(startedAt)}\n`);
    return value;
  } finally {
    clearTimeout(timer);
  }
};

function elapsed(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
