/**
 * Errors that no `await` of a test will ever see: unhandled rejections, uncaught exceptions, and an event loop
 * that ran dry. They go to the test that runs, else to the file.
 */
export class StrayErrors {
  readonly #file: (error: Error) => void;
  #test: ((error: Error) => void) | undefined;

  /** @param file called for errors that no test can be blamed for. */
  constructor(file: (error: Error) => void) {
    this.#file = file;
    process.on('unhandledRejection', (reason) =>
      this.report(new Error('unhandled rejection', { cause: reason })),
    );
    process.on('uncaughtException', (error) =>
      this.report(new Error('uncaught exception', { cause: error })),
    );
  }

  report(error: Error): void {
    (this.#test ?? this.#file)(error);
  }

  /** Sends what comes to `test` until the result is disposed. */
  divert(test: (error: Error) => void): Disposable {
    this.#test = test;
    return { [Symbol.dispose]: () => void (this.#test = undefined) };
  }
}
