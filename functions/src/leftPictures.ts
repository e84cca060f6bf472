/** Pictures of requests that they were never attached to: nobody has an address of them. */

/** The rules let pictures be attached for 30 days; a day more for clocks. */
const KEPT_MS = 31 * 86_400_000;

export interface LeftPicturesDeps {
  /** Requests created after one time and up to another (milliseconds since 1970), oldest first. */
  requestsBetween(after: number, to: number): Promise<{ id: string; files: unknown }[]>;
  /** Deletes every stored file of a request. */
  deletePictures(id: string): Promise<void>;
  /** Up to which creation all is done; 0 at first. */
  doneTo(): Promise<number>;
  setDoneTo(time: number): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Deletes the pictures of every request whose `files` have stayed empty for 31 days, once. A run that ends in
 * between starts again where the last whole one stopped.
 */
export async function deleteLeftPictures(deps: LeftPicturesDeps): Promise<void> {
  const to = deps.now() - KEPT_MS;
  for (const { id, files } of await deps.requestsBetween(await deps.doneTo(), to)) {
    if (Array.isArray(files) && files.length === 0) await deps.deletePictures(id);
  }
  await deps.setDoneTo(to);
}
