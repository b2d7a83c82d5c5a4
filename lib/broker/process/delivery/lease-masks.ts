export interface LeaseBit {
  readonly queueId: number;
  readonly leaseId: number;
  /** Place of the message in its lease, 0 to 31. */
  readonly bit: number;
}

/**
 * One entry per lease with the bits of all its messages, which a statement needs that changes one row per lease.
 * Masks reach 2^32 - 1, beyond JavaScript's signed bit operators: sums of distinct powers of two instead.
 */
export function mergeBits<Bit extends LeaseBit>(bits: readonly Bit[]): (Bit & { readonly mask: number })[] {
  const leases = new Map<number, { first: Bit; mask: number }>();
  for (const bit of bits) {
    const lease = leases.get(bit.leaseId);
    if (lease === undefined) leases.set(bit.leaseId, { first: bit, mask: 2 ** bit.bit });
    else if (!hasBit(lease.mask, bit.bit)) lease.mask += 2 ** bit.bit;
  }
  const merged = [...leases.values()].map(({ first, mask }) => ({ ...first, mask }));
  // Rows are locked one after the other: in one order everywhere, two transactions cannot wait for each other.
  return merged.toSorted((a, b) => a.leaseId - b.leaseId);
}

export function hasBit(mask: number | undefined, bit: number): boolean {
  return Math.floor((mask ?? 0) / 2 ** bit) % 2 === 1;
}

export function countBits(mask: number | undefined): number {
  let count = 0;
  for (let bit = 0; bit < 32; bit += 1) if (hasBit(mask, bit)) count += 1;
  return count;
}
