/** `npm run version:set`: stores which version of the site is current. Pages compare themselves with it. */
import { CLIENT_VERSION } from '../src/domain/constants';
import { parseVersion } from '../src/firebase/rest/parseDocuments';
import type { Command } from './command';
import { ToolError } from './toolErrors';

const PATH = 'version/current';

export const versionSet: Command = {
  summary: 'Tells open pages which version of the site is current.',
  usage: `npm run version:set -- NUMBER

  NUMBER      such as ${CLIENT_VERSION}; open pages of an older version count down and reload
  --force     store the number even if it is higher than the version in this folder`,
  options: { force: { type: 'boolean' } },
  words: { needed: ['NUMBER'] },
  async run({ documents, terminal, dryRun }, args) {
    const text = args.words[0]!;
    const version = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text))
      throw new ToolError(`"${text}" is not a version. Write it like ${CLIENT_VERSION}.`);
    if (version > CLIENT_VERSION && !args.flag('force')) {
      throw new ToolError(
        `Nothing is changed: the version in this folder is ${CLIENT_VERSION}. If ${version} were stored, every page\n` +
          'would reload in search of a version that does not exist. Get the new version, build and deploy it first\n' +
          '(docs/deploy.md, "A new version"). Add --force only if you know that it is deployed.',
      );
    }
    const stored = await documents.get(PATH);
    const before = stored && parseVersion(stored.fields);
    if (!dryRun) await documents.set(PATH, { version });
    terminal.line(
      `The current version (version/current) ${dryRun ? 'would change' : 'is changed'}: ${before ?? 'nothing'} → ${version}`,
    );
  },
};
