import { ConnectionFault, DEFAULT_WINDOW, ERROR, MAX_FRAME_BYTES, MAX_WINDOW, SETTING } from './frames';

const ENTRY_BYTES = 6;
const MOST_FRAME_BYTES = 2 ** 24 - 1;

/** What the peer has set, as far as it changes what we send. */
export class PeerSettings {
  /** How much of a new stream's data it takes unasked. */
  window = DEFAULT_WINDOW;

  /** @returns whether the size of our header table was among them @throws ConnectionFault */
  read(payload: Buffer): boolean {
    if (payload.length % ENTRY_BYTES !== 0)
      throw new ConnectionFault(ERROR.FRAME_SIZE_ERROR, 'SETTINGS of a wrong size');
    let tableChanged = false;
    for (let at = 0; at < payload.length; at += ENTRY_BYTES) {
      const setting = payload.readUInt16BE(at);
      this.#set(setting, payload.readUInt32BE(at + 2));
      if (setting === SETTING.HEADER_TABLE_SIZE) tableChanged = true;
    }
    return tableChanged;
  }

  #set(setting: number, value: number): void {
    if (setting === SETTING.ENABLE_PUSH && value > 1)
      throw new ConnectionFault(ERROR.PROTOCOL_ERROR, 'ENABLE_PUSH is 0 or 1');
    if (setting === SETTING.MAX_FRAME_SIZE && (value < MAX_FRAME_BYTES || value > MOST_FRAME_BYTES))
      throw new ConnectionFault(ERROR.PROTOCOL_ERROR, 'MAX_FRAME_SIZE is out of range');
    if (setting !== SETTING.INITIAL_WINDOW_SIZE) return;
    if (value > MAX_WINDOW) throw new ConnectionFault(ERROR.FLOW_CONTROL_ERROR, 'a window that is too large');
    this.window = value;
  }
}
