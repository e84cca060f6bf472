/** An error that the person at the terminal can act on. Its message is shown alone, without a stack trace. */
export class ToolError extends Error {
  override name = 'ToolError';
}
