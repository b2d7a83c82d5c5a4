'use client';

import { createContext } from 'react';

/** How many columns of the table have no room; its footer says so. */
export const FoldedColumns = createContext(0);
