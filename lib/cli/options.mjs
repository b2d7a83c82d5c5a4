// Options of a command. npm keeps options that come before two dashes for itself: they are in its environment
// variables.

/**
 * @param {Record<string, 'flag' | 'value'>} known names without their dashes
 * @returns {Record<string, string | true | undefined>}
 * @throws StartError one is unknown, lacks its value, or was kept by npm
 */
export function readOptions(command, known, { argv = process.argv.slice(2), env = process.env } = {}) {
  for (const name of Object.keys(known)) {
    const kept = env[`npm_config_${name}`];
    if (kept === undefined || kept === '' || argv.includes(`--${name}`)) continue;
    const given = [kept === 'true' ? '' : kept, ...argv].find((part) => part !== '' && !part.startsWith('-'));
    const shown = known[name] === 'value' ? ` ${given ?? '…'}` : '';
    throw refusal(`npm kept --${name} for itself. Write two dashes before it: ${command} -- --${name}${shown}`);
  }
  const options = {};
  for (let at = 0; at < argv.length; at += 1) {
    const name = argv[at].replace(/^--/, '');
    if (!argv[at].startsWith('--') || known[name] === undefined) {
      const names = Object.keys(known).map((each) => `--${each}${known[each] === 'value' ? ' …' : ''}`);
      throw refusal(`${command} does not know "${argv[at]}". Its options: ${names.join(', ')}.`);
    }
    if (known[name] === 'flag') options[name] = true;
    else {
      at += 1;
      if (argv[at] === undefined) throw refusal(`--${name} needs a value.`);
      options[name] = argv[at];
    }
  }
  return options;
}

export function refusal(message) {
  return Object.assign(new Error(message), { name: 'StartError' });
}
