/** `npm run setup -- --hook ADDRESS`: where the functions post that a request came (functions/src/hook.ts). */
import { problemWithHook } from '../../functions/src/core/hookPosts';
import type { ToolContext } from '../toolContext';
import { ToolError } from '../toolErrors';

/**
 * Stores the address as the secret ALERT_HOOK, by the Secret Manager API v1: secrets.create, addVersion
 * (https://cloud.google.com/secret-manager/docs/reference/rest). Throws `ToolError` for what cannot be a hook; `none` is
 * none.
 */
export async function storeHook(
  { config, http, terminal, dryRun }: ToolContext,
  text: string,
): Promise<void> {
  const address = text.trim();
  const problem = address === 'none' ? undefined : problemWithHook(address);
  if (problem !== undefined) throw new ToolError(`This cannot be the hook: ${problem}.`);
  if (config.local)
    throw new ToolError('The local backend needs no hook: its data page shows the posts.');
  const secrets = `https://secretmanager.googleapis.com/v1/projects/${config.projectId}/secrets`;
  const post = (url: string, body: object, accept: number[] = []) =>
    http(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      accept,
    });
  if (!dryRun) {
    // 409: there is one already, and gets another version.
    await post(`${secrets}?secretId=ALERT_HOOK`, { replication: { automatic: {} } }, [409]);
    const data = Buffer.from(address).toString('base64');
    await post(`${secrets}/ALERT_HOOK:addVersion`, { payload: { data } });
  }
  terminal.line(
    `The hook ${dryRun ? 'would be' : 'is'} stored (not tried yet). It is used from the next deployment of the functions on.`,
  );
}
