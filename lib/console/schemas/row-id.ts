import { z } from 'zod';

/** The number of a row, as PostgreSQL's `int` holds it: a larger one is refused here, not by the database. */
export const rowId = z.int().positive().max(2_147_483_647);
