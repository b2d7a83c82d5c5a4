import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Where a package that npm installed has its programs, made when it was packed. */
export const programsFolder = join(projectRoot, 'programs');
/** This is such a package, not a clone: everything is built, and nothing of it can be made again. */
export const isPackaged = existsSync(programsFolder);
