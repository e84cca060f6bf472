/** A stored file cannot be understood. The message says which, and what the reader can do. */
export class CorruptedData extends Error {
  constructor(
    readonly path: string,
    cause: unknown,
  ) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `The stored data cannot be read: ${path}\n` +
        `  ${why}\n` +
        '  Nothing was deleted. Repair or move the file away, or start over with --fresh.',
      { cause },
    );
    this.name = 'CorruptedData';
  }
}
