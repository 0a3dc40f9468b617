/** Stands in for `pusher-js/worker` in the tabs of this test: its events arrive when the world says so. */
type Listener = (data: never) => void;
export type HintLine = { emit(event: string): void; close(): void };

declare const openHintLine: (line: HintLine) => void;

export class HintClient {
  readonly connection = { socket_id: null, bind: () => undefined };
  private readonly listeners = new Map<string, Listener>();
  private isOpen = true;

  constructor() {
    openHintLine({ emit: (event) => this.emit(event), close: () => this.disconnect() });
  }

  subscribe(): { bind(event: string, listener: Listener): void } {
    return { bind: (event, listener) => void this.listeners.set(event, listener) };
  }

  disconnect(): void {
    this.isOpen = false;
  }

  private emit(event: string): void {
    if (this.isOpen) this.listeners.get(event)?.(undefined as never);
  }
}
