// A TCP proxy to the server that can cut all connections and refuse new ones.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Proxy {
  /** @param {string} address HOST:PORT of the server */
  constructor(address) {
    const { hostname, port } = new URL(`http://${address}`);
    this.connected = true;
    this.ends = new Set();
    this.listener = createServer((near) => {
      if (!this.connected) return near.destroy();
      const far = connect(Number(port), hostname);
      for (const [end, other] of [[near, far], [far, near]]) {
        this.ends.add(end);
        end.on("close", () => {
          this.ends.delete(end);
          other.destroy();
        }).on("error", () => {}).pipe(other);
      }
    });
  }

  async open() {
    this.listener.listen(0, "127.0.0.1");
    await once(this.listener, "listening");
    this.url = `http://127.0.0.1:${this.listener.address().port}`;
    return this;
  }

  cut() {
    this.connected = false;
    for (const end of this.ends) end.destroy();
  }

  restore() {
    this.connected = true;
  }

  close() {
    this.cut();
    this.listener.close();
  }
}
