/** An error that the person at the terminal can act on. Its message is shown alone, without a stack trace. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/** The command that gets an access token of the account that is signed in to gcloud. It is valid for an hour. */
export const NEW_TOKEN = 'export GOOGLE_ACCESS_TOKEN="$(gcloud auth print-access-token)"';
