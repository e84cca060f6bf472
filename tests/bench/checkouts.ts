/** Other checkouts of the project, with their packages, which are measured beside this one. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Checkout {
  name: string;
  root: string;
}

/** A site that was built, and the path of the firebase.json with which it is served. */
export interface BuiltSite {
  name: string;
  folder: string;
  configFile: string;
}

/** Builds a checkout's site, which is served as its own firebase.json says: another's policy blocks its scripts. */
export async function buildCheckout(
  { name, root }: Checkout,
  folder: string,
  host: string,
): Promise<BuiltSite> {
  const module = pathToFileURL(join(root, 'tools/start/buildSite.ts')).href;
  const { buildSite } = (await import(module)) as typeof import('../../tools/start/buildSite');
  await buildSite(folder, host);
  return { name, folder, configFile: join(root, 'firebase.json') };
}
