/** `npm run gallery:remove`: a work with its reviews and pictures. */
import type { Command } from '../command';
import { ToolError } from '../errors';
import { pool } from '../pool';
import { galleryFolder, isWorkId } from './objects';

export const galleryRemove: Command = {
  summary: 'Removes a work, its reviews and its pictures.',
  usage: `npm run gallery:remove -- WORK

  WORK        the work's id, the last part of its address`,
  words: [1, 1],
  async run({ documents, objects, terminal, dryRun }, { words: [id = ''] }) {
    if (!isWorkId(id)) throw new ToolError(`"${id}" is not the id of a work.`);
    const work = await documents.get(`gallery/${id}`);
    const below = await Promise.all(
      ['reviews', 'reviewers'].map(async (name) => {
        const found = await documents.list(`gallery/${id}/${name}`);
        return found.map((document) => `gallery/${id}/${name}/${document.id}`);
      }),
    );
    const paths = below.flat();
    const pictures = await objects.list(galleryFolder(id));
    if (!work && paths.length === 0 && pictures.length === 0) {
      throw new ToolError(`There is no work "${id}".`);
    }
    const reviews = below[0]!.length;
    const what = `${String(work?.fields['title'] ?? id)}: the work, ${reviews} reviews and ${pictures.length} picture files`;
    if (dryRun) return terminal.line(`Would remove ${what}.`);
    // The work first: from then on nobody is shown a picture that is gone.
    await documents.remove([`gallery/${id}`]);
    await documents.remove(paths);
    await terminal.progress('Removing pictures', pictures.length, (advance) =>
      pool(pictures, 4, async (name) => {
        await objects.remove(name);
        advance();
      }),
    );
    terminal.line(`Removed ${what}.`);
  },
};
