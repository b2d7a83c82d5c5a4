import { z } from 'zod';
import { MANAGED_LIMITS } from '../../model/managed/managed';
import { msg } from '../../model/language/t';

const { sourceBytes, reasonChars } = MANAGED_LIMITS;
const fits = (text: string) => Buffer.byteLength(text) <= sourceBytes;
export const sourceSchema = z.string().trim().min(1).max(sourceBytes).refine(fits, msg('{field} is too long.'));
export const overrideSchema = z.string().trim().min(1).max(reasonChars);

/** Of each change that "redrive apply" can make. */
export const ownership = {
  managedBy: sourceSchema.optional().describe('File in git that manages this from now on; set by "redrive apply"'),
  override: overrideSchema
    .optional()
    .describe('Reason to change here what a file in git manages; required in that case'),
};
