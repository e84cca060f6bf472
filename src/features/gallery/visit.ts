/**
 * What this visit remembers of the gallery. Who goes to a work and back gets a page that is as high as
 * it was, or the browser could not scroll to where they were.
 */
export const visit = {
  /** How many cards the visitor has come to. */
  reached: 0,
  /** Height of a card in pixels when the gallery was left; 0 until then. */
  cardHeight: 0,
};
