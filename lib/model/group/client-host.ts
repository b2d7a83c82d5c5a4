/** "ipv4:10.0.0.1:5000", "10.0.0.1:5000" and "[::1]:5000" are one machine, whatever the port. */
export function hostOf(address: string): string {
  return address.replace(/^ipv[46]:/, '').replace(/:\d+$/, '');
}

/** Official clients call themselves "host@process@number@random": the host is what people know. */
export function shortName(client: string): string {
  const [host = ''] = client.split('@');
  return host === '' ? client : host;
}

/** The process that official clients put into their name; null: it does not say. */
export function processOf(client: string): string | null {
  const [, process = ''] = client.split('@');
  return /^\d+$/.test(process) ? process : null;
}
