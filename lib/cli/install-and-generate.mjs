import { ensureGenerated } from './generate.mjs';
import { ensureInstalled } from './install.mjs';

/** What every command needs before it loads the program. Call it within the tree lock. */
export async function installAndGenerate() {
  await ensureInstalled();
  await ensureGenerated();
}
