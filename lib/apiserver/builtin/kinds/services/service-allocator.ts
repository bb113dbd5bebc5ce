/** 10.96.0.0/12; the first address is that of the API server itself. */
const FIRST_ADDRESS = 10 * 2 ** 24 + 96 * 2 ** 16 + 10;
const FIRST_NODE_PORT = 30_000;
const NODE_PORTS = 2768;

/**
 * Gives addresses and ports to Services, one after the other: the same order of creations gets the same ones.
 * Nothing is given twice until the range is used up.
 */
export class ServiceAllocator {
  #addresses = 0;
  #ports = 0;

  nextAddress(): string {
    const address = FIRST_ADDRESS + this.#addresses++;
    return [24, 16, 8, 0].map((shift) => Math.trunc(address / 2 ** shift) % 256).join('.');
  }

  nextNodePort(): number {
    return FIRST_NODE_PORT + (this.#ports++ % NODE_PORTS);
  }
}
