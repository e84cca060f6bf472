/** The owners of the site: documents `owners/{address}`. The rules look for them, and no client writes them. */
import type { Arguments } from './command';
import type { Documents } from './ownerDocuments';
import type { ToolContext } from './toolContext';
import { ToolError } from './toolErrors';

const OWNERS = 'owners';

export const ownerPath = (address: string): string => `${OWNERS}/${address}`;

/**
 * Whether a document of this name can ever be an owner's. The rules compare the address of the Google account in lower
 * case, and `lower()` changes only the letters A to Z, so other letters are left out.
 */
export const isOwnerAddress = (address: string): boolean =>
  address.length <= 254 && /^[a-z0-9!#$%&'*+=?^_`{|}~.-]+@[a-z0-9.-]+\.[a-z]+$/.test(address);

export const listOwners = async (documents: Documents): Promise<string[]> =>
  (await documents.list(OWNERS)).map(({ id }) => id);

/** Makes an owner (`--owner`), or takes one away (`--not-owner`). Throws `ToolError` for what is no address. */
export async function changeOwners(
  { config, documents, terminal, dryRun }: ToolContext,
  args: Arguments,
): Promise<void> {
  const project = args.text('project');
  if (project !== undefined && project !== config.projectId) {
    throw new ToolError(
      `The file .env is of another project: ${config.projectId}. Leave --project out, or go to the copy of the site for ${project}.`,
    );
  }
  const [added, removed] = [args.text('owner'), args.text('not-owner')];
  if (added !== undefined && removed !== undefined)
    throw new ToolError('Give either --owner or --not-owner.');
  const address = addressOf(added ?? removed!);
  const before = await listOwners(documents);
  const isOwner = before.includes(address);
  if (removed !== undefined && !isOwner) {
    throw new ToolError(`Nothing is changed: ${address} is not an owner. ${ownersIn(before)}`);
  }
  if (!dryRun) {
    if (added === undefined) await documents.remove([ownerPath(address)]);
    else if (!isOwner) await documents.set(ownerPath(address), {});
  }
  terminal.line(`${address} ${verbOf(added !== undefined, dryRun)}, from the next request on.`);
  if (!dryRun) terminal.line(ownersIn(await listOwners(documents)));
}

function addressOf(text: string): string {
  const address = text.trim().toLowerCase();
  if (isOwnerAddress(address)) return address;
  throw new ToolError(
    `"${text}" cannot be the address of a Google account. Write it as https://myaccount.google.com/email shows it,\n` +
      'with its dots: --owner you@gmail.com',
  );
}

function verbOf(isAdded: boolean, dryRun: boolean): string {
  if (isAdded) return dryRun ? 'would be an owner' : 'is an owner';
  return dryRun ? 'would be no owner any more' : 'is no owner any more';
}

const ownersIn = (addresses: readonly string[]): string =>
  addresses.length === 0 ? 'There is no owner.' : `Owners: ${addresses.join(', ')}.`;
