'use client';

import { createContext, type ReactNode, useContext } from 'react';

const HasBroker = createContext(true);

interface HasBrokerProps {
  /** False: the console is for attached clusters alone. */
  readonly value: boolean;
  readonly children: ReactNode;
}

export function HasBrokerProvider({ value, children }: HasBrokerProps) {
  return <HasBroker value={value}>{children}</HasBroker>;
}

/** Whether this installation serves RocketMQ clients itself. */
export function useHasBroker(): boolean {
  return useContext(HasBroker);
}
