/** Bits of the code of each byte. RFC 7541, appendix B: the codes themselves follow, in order of length and byte. */
const LENGTHS: readonly number[] = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6,
  5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23,
  22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22,
  23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26,
  20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27,
  27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27,
  27, 27, 27, 26,
];
/** Ends a string; never inside one. */
const END = 256;
const END_BITS = 30;
const MOST_PADDING_BITS = 7;

/** Of four bits at a node: the next node in the low 16 bits, and what they stand for. */
const SYMBOL_SHIFT = 16;
const HAS_SYMBOL = 1 << 24;
const INVALID = 1 << 25;

interface Node {
  readonly depth: number;
  /** All bits so far are ones: what a string may end with. */
  readonly ones: boolean;
  readonly children: (Node | number | undefined)[];
}

function buildTree(): Node {
  const root: Node = { depth: 0, ones: true, children: [] };
  const bytes = LENGTHS.map((bits, byte) => ({ bits, byte })).toSorted((a, b) => a.bits - b.bits || a.byte - b.byte);
  let code = 0;
  let length = 0;
  for (const { bits, byte } of [...bytes, { bits: END_BITS, byte: END }]) {
    code *= 2 ** (bits - length);
    length = bits;
    // The end has the last code: all ones.
    insert(root, byte === END ? 2 ** END_BITS - 1 : code, bits, byte);
    code += 1;
  }
  return root;
}

function insert(root: Node, code: number, bits: number, byte: number): void {
  let node = root;
  for (let left = bits - 1; left > 0; left -= 1) {
    const bit = Math.floor(code / 2 ** left) % 2;
    let child = node.children[bit];
    if (typeof child !== 'object') {
      child = { depth: node.depth + 1, ones: node.ones && bit === 1, children: [] };
      node.children[bit] = child;
    }
    node = child;
  }
  node.children[code % 2] = byte;
}

/** 16 entries per node, and whether a string may end there. */
function buildTable(): { readonly steps: Int32Array; readonly mayEnd: Uint8Array } {
  const root = buildTree();
  const nodes: Node[] = [root];
  const numbers = new Map<Node, number>([[root, 0]]);
  // The list grows while it is read: all inner nodes, breadth first.
  for (const node of nodes) {
    for (const child of node.children) {
      if (typeof child !== 'object') continue;
      numbers.set(child, nodes.length);
      nodes.push(child);
    }
  }
  const steps = new Int32Array(nodes.length * 16);
  nodes.forEach((node, number) => {
    for (let nibble = 0; nibble < 16; nibble += 1) steps[number * 16 + nibble] = walk(root, node, nibble, numbers);
  });
  const mayEnd = Uint8Array.from(nodes, ({ ones, depth }) => (ones && depth <= MOST_PADDING_BITS ? 1 : 0));
  return { steps, mayEnd };
}

function walk(root: Node, from: Node, nibble: number, numbers: ReadonlyMap<Node, number>): number {
  let node = from;
  let symbol = 0;
  for (let left = 3; left >= 0; left -= 1) {
    const child = node.children[(nibble >> left) & 1];
    if (child === undefined || child === END) return INVALID;
    if (typeof child === 'number') {
      symbol = HAS_SYMBOL | (child << SYMBOL_SHIFT);
      node = root;
    } else node = child;
  }
  return symbol | (numbers.get(node) ?? 0);
}

const { steps, mayEnd } = buildTable();
let scratch = Buffer.allocUnsafeSlow(1024);

/** The text of a Huffman-coded string; null: the bits are none. */
export function decodeHuffman(block: Buffer, start: number, end: number): string | null {
  // The shortest code has five bits.
  const most = Math.ceil(((end - start) * 8) / 5);
  if (scratch.length < most) scratch = Buffer.allocUnsafeSlow(most * 2);
  let node = 0;
  let length = 0;
  for (let at = start; at < end; at += 1) {
    const byte = block[at] as number;
    const first = steps[node * 16 + (byte >> 4)] as number;
    if (first >= HAS_SYMBOL) {
      if (first >= INVALID) return null;
      scratch[length++] = first >> SYMBOL_SHIFT;
    }
    const second = steps[(first & 0xffff) * 16 + (byte & 15)] as number;
    if (second >= HAS_SYMBOL) {
      if (second >= INVALID) return null;
      scratch[length++] = second >> SYMBOL_SHIFT;
    }
    node = second & 0xffff;
  }
  return mayEnd[node] === 1 ? scratch.toString('latin1', 0, length) : null;
}
