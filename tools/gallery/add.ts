import { parseWork } from '../../src/firebase/rest/parseDocuments';
import type { PlainFields } from '../../src/firebase/rest/firestoreDocuments';
import type { GalleryWork } from '../../src/domain/types';
import type { Arguments, Command } from '../command';
import type { ToolContext } from '../toolContext';
import { dateOf } from '../dates';
import { ToolError } from '../toolErrors';
import { stillBuilt } from '../nextBuild';
import { describeWork, renderingsOf, type WorkPhotos } from './describe';
import { galleryFolder, isWorkId, workIdFrom } from '../../src/domain/workFiles';
import { checkPhotos, coverOf, findPhotos, type Photo } from './photos';
import { publish } from './publish';
import {
  fileNamesOf,
  withTimestamp,
  workDocument,
  type DescribedWork,
} from '../../src/domain/workDocument';

export const galleryAdd: Command = {
  summary: 'Adds a work from a folder of before and after photos.',
  usage: `npm run gallery:add -- FOLDER --title TEXT

  FOLDER      a folder that has the photos in the folders "before" and "after" within it, or has photos named
              before-1.jpg, after-1.jpg, …
  --title     the title that the gallery shows
  --id        the last part of the address of the work's page; if left out, it is made from the title
  --cover     the name of the photo on the work's card; if left out, the first after photo that has no before
              photo, so that the other photos make a slider
  --created   when the work was finished, such as 2026-05-30: it decides the place in the gallery; if left out, now
  --replace   change the work that has this id already`,
  options: {
    title: { type: 'string' },
    id: { type: 'string' },
    cover: { type: 'string' },
    created: { type: 'string' },
    replace: { type: 'boolean' },
  },
  words: { needed: ['FOLDER'] },
  async run(context, args) {
    const { terminal, dryRun, now } = context;
    const { id, title, created } = readFacts(args);
    const photos = await readPhotos(context, args.words[0]!, args.text('cover'));

    await mustBeFree(context, id);
    const before = await storedWork(context, id);
    const work = describeWork(
      { id, title, created: created ?? before?.created ?? now().toISOString() },
      photos,
    );
    const isSame = before !== undefined && isSameWork(before, work);
    if (before && !isSame && !args.flag('replace')) throw existsAlready(before);
    const folder = galleryFolder(id);
    const stored = new Set(await context.objects.list(folder));
    const files = fileNamesOf(work);
    const missing = files.filter((file) => !stored.has(folder + file)).length;
    const counts = `${photos.before.length} before, ${photos.after.length} after, ${files.length} files`;
    terminal.line(`${id}: ${counts}, ${missing} of them still to be uploaded`);

    if (!hasPair(photos)) {
      terminal.line(
        'The page of this work will have no slider. For a slider, add a before and an after photo of the same place.',
      );
    }
    if (dryRun) return;

    const addresses = await terminal.progress('Uploading', missing, (advance) =>
      publish(context, folder, renderingsOf(photos), stored, advance),
    );
    // The document is written last: until now no visitor has seen anything of this work.
    const document = workDocument(work, (file) => addresses.get(file)!);
    // The cast is safe: a work has plain fields only, but an interface has no index signature.
    const fields = withTimestamp(document) as unknown as PlainFields;
    // An upload takes minutes, in which an owner may have removed it.
    await mustBeFree(context, id);
    await context.documents.set(`gallery/${id}`, fields);
    terminal.line(`The work is in the gallery. Its page: /work/${id}`);
    if (before && !isSame) {
      terminal.line(
        stillBuilt(
          `the old page /work/${id} until its scripts run, and its old picture in links (og:image)`,
          'its old card on the landing page and on the page of all works',
        ),
      );
    }
  },
};

/** What the owner says of the work. Throws a `ToolError` that names the mistake. */
function readFacts(args: Arguments): { id: string; title: string; created: string | undefined } {
  const title = args.text('title')?.trim();
  if (!title) throw new ToolError('Missing: the title. Add --title "Elm Street kitchen".');
  const id = args.text('id') ?? workIdFrom(title);
  if (id === '') {
    throw new ToolError(
      'No address can be made from this title. Add one yourself: --id elm-street-kitchen.',
    );
  }
  if (!isWorkId(id)) {
    throw new ToolError(
      `"${id}" cannot be an id. Use letters, digits and hyphens only, like --id elm-street-kitchen.`,
    );
  }
  const given = args.text('created');
  return { id, title, created: given === undefined ? undefined : createdOf(given) };
}

/** A day alone is meant at noon (UTC), which is the same day for every owner and visitor from -12 to +11 hours. */
function createdOf(given: string): string {
  const moment = dateOf(given);
  if (!given.includes('T')) moment.setUTCHours(12);
  return moment.toISOString();
}

const existsAlready = ({ id, title }: GalleryWork) =>
  new ToolError(
    `Nothing is changed: there is a work with the id ${id} already ("${title}").\n` +
      'To add a second work, choose another --id. To change that work, add --replace.',
  );

/** The rules look at this for the owner's page; this command passes by them. */
async function mustBeFree({ documents }: ToolContext, id: string): Promise<void> {
  if (!(await documents.get(`removed/${id}`))) return;
  throw new ToolError(
    `Nothing is changed: a work with the id ${id} was removed, and its reviews are still kept under that id.\n` +
      `Choose another --id, or undo the removal on the owner's page, or delete what is kept: npm run gallery:remove -- ${id} --now`,
  );
}

async function readPhotos(
  { terminal }: ToolContext,
  folder: string,
  coverName: string | undefined,
): Promise<WorkPhotos> {
  const found = await findPhotos(folder);
  const files = [...found.before, ...found.after];
  const photos = await terminal.progress('Looking at photos', files.length, (advance) =>
    checkPhotos(files, advance),
  );
  const [before, after] = [found.before, found.after].map((names) =>
    names.map((name) => photos.get(name)!),
  ) as [Photo[], Photo[]];
  const cover = coverOf(coverName, { before, after }, folder);
  if (found.leftOut.length > 0) terminal.line(`Left out: ${found.leftOut.join(', ')}`);
  return { cover, before, after };
}

const hasPair = ({ before, after }: WorkPhotos) => before.length > 0 && after.length > 0;

async function storedWork({ documents }: ToolContext, id: string) {
  const stored = await documents.get(`gallery/${id}`);
  return stored && parseWork(id, stored.fields);
}

/** Whether the stored work has the same title and pictures: then the same command has added it before. */
function isSameWork(stored: GalleryWork, work: DescribedWork): boolean {
  const urls = [stored.cover, ...stored.before, ...stored.after].map(({ url }) => url);
  const files = [work.cover, ...work.before, ...work.after].map(({ file }) => file);
  return (
    stored.title === work.title &&
    stored.before.length === work.before.length &&
    urls.length === files.length &&
    urls.every((url, index) => new URL(url).pathname.endsWith(`%2F${files[index]}`))
  );
}
