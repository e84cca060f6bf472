/** `npm run gallery:remove`: removes a work with its reviews and pictures for good, also one that an owner has removed. */
import type { Command } from '../command';
import { ToolError } from '../toolErrors';
import { stillBuilt } from '../nextBuild';
import { pool } from '../pool';
import { dropQuotes } from '../quotes';
import { fieldsOf } from '../../src/firebase/rest/httpCall';
import type { StoredDocument } from '../ownerDocuments';
import { galleryFolder, isWorkId } from '../../src/domain/workFiles';

export const galleryRemove: Command = {
  summary: 'Removes a work, its reviews and its pictures.',
  usage: `npm run gallery:remove -- WORK

  WORK        the id of the work: the last part of its page's address`,
  words: { needed: ['WORK'] },
  async run({ documents, objects, terminal, dryRun }, { words: [id = ''] }) {
    if (!isWorkId(id))
      throw new ToolError(
        `"${id}" is not the id of a work: that is the last part of its page's address.`,
      );
    const [work, removed] = await Promise.all([
      documents.get(`gallery/${id}`),
      documents.get(`removed/${id}`),
    ]);
    const pathsIn = async (collection: string) => {
      const found = await documents.list(`gallery/${id}/${collection}`);
      return found.map((document) => `gallery/${id}/${collection}/${document.id}`);
    };
    const [reviews, ...others] = await Promise.all([
      pathsIn('reviews'),
      pathsIn('takenDown'),
      pathsIn('reviewers'),
    ]);
    const paths = [...reviews, ...others.flat()];
    const pictures = await objects.list(galleryFolder(id));
    if (!work && !removed && paths.length === 0 && pictures.length === 0) {
      throw new ToolError(
        `There is no work "${id}". Its id is the last part of its page's address.`,
      );
    }
    const what = `${titleOf(work, removed) ?? id}: the work, ${reviews.length} reviews and ${pictures.length} picture files`;
    if (dryRun) return terminal.line(`Would remove ${what}.`);
    // The work's document goes first: after that no page shows a picture that is already deleted, and no owner can choose
    // one of its reviews. What was chosen before goes while its review still has its id.
    await documents.remove([`gallery/${id}`]);
    await dropQuotes(documents, ({ work: quoted }) => quoted === id);
    await documents.remove(paths);
    await terminal.progress('Removing pictures', pictures.length, (advance) =>
      pool(pictures, 4, async (name) => {
        await objects.remove(name);
        advance();
      }),
    );
    // Its id is free then: the last of it.
    await documents.remove([`removed/${id}`]);
    terminal.line(`Removed ${what}.`);
    terminal.line(
      stillBuilt(
        `the page /work/${id}, and its picture in links (og:image)`,
        'its card and its quotes on the landing page, and its stars in the rating there',
        'its address in the sitemap, for search engines',
      ),
    );
  },
};

function titleOf(work?: StoredDocument, removed?: StoredDocument): string | undefined {
  const { title } = work?.fields ?? fieldsOf(removed?.fields['work']);
  return title === undefined ? undefined : String(title);
}
