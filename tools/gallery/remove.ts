/** `npm run gallery:remove`: removes a work as the owner's page does; with `--now`, all that is kept of it, too. */
import type { Command } from '../command';
import type { ToolContext } from '../toolContext';
import { ToolError } from '../toolErrors';
import { stillBuilt } from '../nextBuild';
import { Changed } from '../ownerDocuments';
import { pool } from '../pool';
import { CONFIGURATION } from '../servicesSet';
import { decodeFields, documentName } from '../../src/firebase/rest/firestoreDocuments';
import { fieldsOf } from '../../src/firebase/rest/httpCall';
import { parseQuotes, quotePath } from '../../src/firebase/rest/quotes';
import { galleryFolder, isWorkId } from '../../src/domain/workFiles';

export const galleryRemove: Command = {
  summary: 'Removes a work. Its removal can be undone for a week.',
  usage: `npm run gallery:remove -- WORK

  WORK        the id of the work: the last part of its page's address
  --now       deletes its reviews and its pictures at once, and nothing brings them back; otherwise the removal
              can be undone on the owner's page for a week, and a function deletes them a day later`,
  options: { now: { type: 'boolean' } },
  words: { needed: ['WORK'] },
  async run(context, args) {
    const { documents, objects, terminal, dryRun } = context;
    const [id = ''] = args.words;
    const isNow = args.flag('now');
    if (!isWorkId(id))
      throw new ToolError(
        `"${id}" is not the id of a work: that is the last part of its page's address.`,
      );
    let found = await find(context, id);
    const { work, title } = found;
    if (!work && !isNow) {
      throw new ToolError(
        `"${id}" is removed already. To delete at once what is kept of it, add --now.`,
      );
    }
    if (work && !dryRun) {
      await moveToRemoved(context, id, work);
      // Nobody adds a review or a picture any more: this is all that there is.
      found = await find(context, id);
    }
    const { reviews, documentsBelow, pictures } = found;
    const kept = `${reviews} reviews and ${pictures.length} picture files`;
    const what = isNow ? `${title}: the work, ${kept}` : title;
    if (dryRun) return terminal.line(`Would remove ${what}.`);
    if (isNow) {
      await documents.remove(documentsBelow);
      await terminal.progress('Removing pictures', pictures.length, (advance) =>
        pool(pictures, 4, async (name) => {
          await objects.remove(name);
          advance();
        }),
      );
      // Last, because it keeps the id from a new work, which would show the old reviews.
      await documents.remove([`removed/${id}`]);
    }
    terminal.line(`Removed ${what}.`);
    if (!isNow) {
      terminal.line(
        `The owner's page can undo it for seven days. A day later a function deletes ${kept}; until then whoever has\n` +
          `the address of a picture can get it. To delete all of it now: npm run gallery:remove -- ${id} --now`,
      );
    }
    terminal.line(
      stillBuilt(
        `the page /work/${id}, and its picture in links (og:image)`,
        'its card and its quotes on the landing page, and its stars in the rating there',
        'its card on the page of all works',
      ),
    );
  },
};

/** All that is stored under an id. Throws `ToolError` if that is nothing. */
async function find({ documents, objects }: ToolContext, id: string) {
  const pathsIn = async (collection: string) => {
    const found = await documents.list(`gallery/${id}/${collection}`);
    return found.map((document) => `gallery/${id}/${collection}/${document.id}`);
  };
  const [work, removed, reviews, reviewers, takenDown, pictures] = await Promise.all([
    documents.stored(`gallery/${id}`),
    documents.stored(`removed/${id}`),
    pathsIn('reviews'),
    pathsIn('reviewers'),
    pathsIn('takenDown'),
    objects.list(galleryFolder(id)),
  ]);
  const documentsBelow = [...reviews, ...reviewers, ...takenDown];
  if (!work && !removed && documentsBelow.length + pictures.length === 0)
    throw new ToolError(`There is no work "${id}". Its id is the last part of its page's address.`);
  const shown = work ? decodeFields(work.fields) : decodeFields(removed?.fields)['work'];
  const title = String(fieldsOf(shown)['title'] ?? id);
  return { work, title, reviews: reviews.length, documentsBelow, pictures };
}

type Stored = NonNullable<Awaited<ReturnType<ToolContext['documents']['stored']>>>;

/**
 * Makes `removed/{id}` of `gallery/{id}` in one commit, in the shape that the rules undo (firestore.rules). Its quotes
 * go with it: anybody may post a review with the id of one that is gone. `Changed` if the work or the choice has
 * changed.
 */
async function moveToRemoved(
  { config, documents }: ToolContext,
  id: string,
  { fields, updateTime }: Stored,
): Promise<void> {
  const nameOf = (path: string) => documentName(config, path);
  const configuration = await documents.stored(CONFIGURATION);
  const quotes = parseQuotes(decodeFields(configuration?.fields)).flatMap(({ name }) =>
    name?.work === id ? { stringValue: quotePath(name) } : [],
  );
  try {
    await documents.commit([
      { delete: nameOf(`gallery/${id}`), currentDocument: { updateTime } },
      {
        update: { name: nameOf(`removed/${id}`), fields: { work: { mapValue: { fields } } } },
        updateTransforms: [{ fieldPath: 'at', setToServerValue: 'REQUEST_TIME' }],
      },
      // Also where none is chosen, so that none is chosen meanwhile.
      ...(configuration
        ? [
            {
              update: { name: nameOf(CONFIGURATION) },
              updateMask: { fieldPaths: [] },
              updateTransforms: quotes.map((quote) => ({
                fieldPath: 'quotes',
                removeAllFromArray: { values: [quote] },
              })),
              currentDocument: { updateTime: configuration.updateTime },
            },
          ]
        : []),
    ]);
  } catch (error) {
    // Its own first try may have arrived, and its answer was lost.
    if (!(error instanceof Changed) || (await documents.stored(`gallery/${id}`))) throw error;
  }
}
