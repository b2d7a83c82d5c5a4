/**
 * Of what is in use. Node lets the heap grow to four times that before it collects, up to gigabytes on a large machine:
 * under a steady load the memory of the process rose for minutes although nothing was kept.
 */
const GROWTH_PERCENT = 50;

/** For a process that runs for months beside others. Not a limit: what is in use may grow as far as Node allows. */
export const HEAP_OPTION = `--heap-growing-percent=${GROWTH_PERCENT}`;
