// A line to the server that can be cut: what runs over it stops at once, and nobody
// gets through until it is mended.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Line {
  /** @param {string} address of the server, HOST:PORT */
  constructor(address) {
    const { hostname, port } = new URL(`http://${address}`);
    this.whole = true;
    this.ends = new Set();
    this.listener = createServer((near) => {
      if (!this.whole) return near.destroy();
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
    this.whole = false;
    for (const end of this.ends) end.destroy();
  }

  mend() {
    this.whole = true;
  }

  close() {
    this.cut();
    this.listener.close();
  }
}
