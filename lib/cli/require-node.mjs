const OLDEST = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(`Redrive needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.versions.node}.\n`);
  process.exit(1);
}
