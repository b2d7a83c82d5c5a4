/** Where one stored copy of a message lies in an attached cluster. */
export interface BrokerPlace {
  readonly broker: string;
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
}

/** Broker names may hold any character; topics hold no "@". */
export const BROKER_PLACE = /^(\d{1,10})-(\d{1,15})@(.{1,255})@([^@]{1,255})$/;

/** As it stands in addresses: "3-1042@broker-a@orders". */
export function writeBrokerPlace({ broker, topic, queueNo, offset }: BrokerPlace): string {
  return `${queueNo}-${offset}@${broker}@${topic}`;
}

/** Null: it names no place at a broker. */
export function readBrokerPlace(text: string): BrokerPlace | null {
  const [, queueNo, offset, broker, topic] = BROKER_PLACE.exec(text) ?? [];
  if (broker === undefined || topic === undefined) return null;
  return { broker, topic, queueNo: Number(queueNo), offset: Number(offset) };
}
