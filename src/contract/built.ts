/** What the built site says of its own build, so that the owner's page can say what waits for the next one. */
export interface Built {
  /** When the build was made, in ISO 8601. */
  at: string;
  /** How many works it has, and when one of them was last written (`comparable`). Absent if it could not read them. */
  works?: { count: number; lastWritten: string };
  /** The paths of the reviews that it quotes. Absent if it could not read them. */
  quotes?: string[];
}

/** The name of the `<meta>` in the owner's page whose content is a `Built`: JSON, encoded as a part of an address. */
export const BUILT_META = 'built';

/** A time of Firestore (`google.protobuf.Timestamp`, with 0 to 9 digits of a second) that compares as a text does. */
export const comparable = (time: string): string =>
  time.replace(/(?:\.(\d*))?Z$/, (_, digits = '') => `.${String(digits).padEnd(9, '0')}Z`);
