/** Longer pieces are written as they are: to copy them would cost more than it saves. */
const LONGEST_BYTES = 64 * 1024;
const LINE_END = Buffer.from('\r\n');

/**
 * Pieces of streams as HTTP sends them in chunks, put together once for all streams that send the same piece: each
 * of them writes once then, where Node would write size, piece and end, and have TLS join the three.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-7.1
 */
export class SharedFrames {
  /** The latest only: watches of a change send it one after the other. */
  #latest: { readonly piece: Buffer; readonly frame: Buffer } | undefined;

  /** Undefined for what is empty, which would end the stream, and for what is long. */
  of(piece: Buffer): Buffer | undefined {
    if (this.#latest?.piece === piece) return this.#latest.frame;
    if (piece.length === 0 || piece.length > LONGEST_BYTES) return undefined;
    const frame = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, LINE_END]);
    this.#latest = { piece, frame };
    return frame;
  }
}
