/** `npm run version:set`: tells clients which version is current. */
import { CLIENT_VERSION } from '../src/domain/constants';
import { parseVersion } from '../src/firebase/rest/parse';
import type { Command } from './command';
import { ToolError } from './errors';

const PATH = 'version/current';

export const versionSet: Command = {
  summary: 'Sets the version that clients compare themselves with.',
  usage: `npm run version:set -- NUMBER

  NUMBER      such as ${CLIENT_VERSION}; open pages of an older client count down and reload
  --force     also a number that this checkout's client does not have`,
  options: { force: { type: 'boolean' } },
  words: [1, 1],
  async run({ documents, terminal, dryRun }, args) {
    const text = args.words[0]!;
    const version = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text))
      throw new ToolError(`"${text}" is not a version such as 0.63.`);
    if (version > CLIENT_VERSION && !args.flag('force')) {
      throw new ToolError(
        `This checkout's client is ${CLIENT_VERSION}: with ${version} stored, every page would reload for a\n` +
          'client that is not there. Raise it first (docs/deploy.md), build and deploy; or --force.',
      );
    }
    const stored = await documents.get(PATH);
    const before = stored && parseVersion(stored.fields);
    if (!dryRun) await documents.set(PATH, { version });
    terminal.line(`version/current: ${before ?? 'nothing'} → ${version}`);
  },
};
