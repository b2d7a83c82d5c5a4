'use client';

import { useMemo } from 'react';
import { type Packed, unpack } from '@/lib/model/packed';

/** The same object until another text comes. */
export function usePacked<T>(packed: Packed<T>): T {
  return useMemo(() => unpack(packed), [packed]);
}
