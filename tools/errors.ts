/** Something that the person at the terminal can act on: shown as it is, without a stack. */
export class ToolError extends Error {
  override name = 'ToolError';
}
