/**
 * The work's id in a segment of the path. Nobody's typing may crash the page: what is not properly
 * encoded counts as it stands, and is missing like any other id that no work has.
 */
export function workIdOf(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
