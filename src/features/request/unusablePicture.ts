/** `undecodable`: no picture that this product knows. `tooLarge`: over 10 MiB and not to be shrunk. */
export type Unusable = 'undecodable' | 'tooLarge';

/** Thrown for a file that is no picture of ours, or too large and not to be shrunk. */
export class UnusablePicture extends Error {
  constructor(readonly reason: Unusable) {
    super(`The file cannot be used as a picture: ${reason}.`);
  }
}
