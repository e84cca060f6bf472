/** `npm run gallery:add`: a folder of photos and a title become a work of the gallery. */
import { parseWork } from '../../src/firebase/rest/parse';
import type { PlainFields } from '../../src/firebase/rest/values';
import type { GalleryWork } from '../../src/domain/types';
import type { Command } from '../command';
import type { ToolContext } from '../context';
import { ToolError } from '../errors';
import { pool } from '../pool';
import { coverOf, describeWork, OUR_NAME, renderingsOf, type WorkPhotos } from './describe';
import { galleryFolder, isWorkId, workIdFrom } from './objects';
import { checkPhotos, findPhotos, type Photo } from './photos';
import { publish } from './publish';
import { filesOf, withTimestamp, workDocument, type DescribedWork } from './workDocument';

export const galleryAdd: Command = {
  summary: 'Adds a work from a folder of before and after photos.',
  usage: `npm run gallery:add -- FOLDER --title TEXT

  FOLDER      photos in subfolders "before" and "after", or named before-1.jpg, after-1.jpg, …
  --title     as the gallery shows it
  --id        the last part of its address; made from the title unless given
  --cover     the name of the photo on its card; unless given, the first after that has no before beside it,
              so that the others make a slider
  --created   when it was finished (2026-05-30), which is its place in the gallery; now unless given
  --replace   change the work that has this id`,
  options: {
    title: { type: 'string' },
    id: { type: 'string' },
    cover: { type: 'string' },
    created: { type: 'string' },
    replace: { type: 'boolean' },
  },
  words: [1, 1],
  async run(context, args) {
    const { terminal, dryRun, now } = context;
    const title = args.text('title')?.trim();
    if (!title) throw new ToolError('A work needs a title: --title "Elm Street kitchen".');
    const id = args.text('id') ?? workIdFrom(title);
    if (id === '') {
      throw new ToolError(
        'No address can be made from this title: give one with --id elm-street-kitchen.',
      );
    }
    if (!isWorkId(id)) {
      throw new ToolError(
        `"${id}" is no id: letters, digits and hyphens (--id elm-street-kitchen).`,
      );
    }
    const given = args.text('created');
    const created = given === undefined ? undefined : dateOf(given);
    const photos = await readPhotos(context, args.words[0]!, args.text('cover'));

    const before = await storedWork(context, id);
    const work = describeWork(
      { id, title, created: created ?? before?.created ?? now().toISOString() },
      photos,
    );
    const isSame = before !== undefined && shows(before, work);
    if (before && !isSame && !args.flag('replace')) {
      throw new ToolError(
        `There is a work with the id ${id} already ("${before.title}"). Choose another --id, or change\n` +
          'that work with --replace.',
      );
    }
    const folder = galleryFolder(id);
    const stored = new Set(await context.objects.list(folder));
    const files = filesOf(work);
    const missing = files.filter((file) => !stored.has(folder + file)).length;
    const counts = `${photos.before.length} before, ${photos.after.length} after, ${files.length} files`;
    terminal.line(`${id}: ${counts}, ${missing} of them to be uploaded`);

    if (!hasPair(photos)) {
      terminal.line(
        'Its page will have no slider: that takes a before and an after photo of the same place, beside the cover.',
      );
    }
    if (dryRun) return;

    const addresses = await terminal.progress('Uploading', missing, (advance) =>
      publish(context, folder, renderingsOf(photos), stored, advance),
    );
    // Last: until now nobody has seen anything of it.
    const document = workDocument(work, (file) => addresses.get(file)!);
    // Interfaces have no index signature, although a work is nothing but plain fields.
    const fields = withTimestamp(document) as unknown as PlainFields;
    await context.documents.set(`gallery/${id}`, fields);
    await dropLeftovers(context, work, stored);
    terminal.line(`The work is in the gallery: /work/${id}`);
  },
};

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
  const cover =
    coverName === undefined
      ? (after[before.length] ?? after[0])
      : coverOf(coverName, [...after, ...before]);
  if (!cover) throw new ToolError(`The cover ${coverName} is not one of the photos.`);
  return { cover, before, after };
}

/** Whether a before and an after of one place are left beside the cover (src/work/WorkArticle.tsx). */
const hasPair = ({ cover, before, after }: WorkPhotos) =>
  after.some((photo, index) => before[index] && photo !== cover);

async function storedWork({ documents }: ToolContext, id: string) {
  const stored = await documents.get(`gallery/${id}`);
  return stored && parseWork(id, stored.fields);
}

/** Whether the stored work has this title and these pictures: then it was added by the same command. */
function shows(stored: GalleryWork, work: DescribedWork): boolean {
  const urls = [stored.cover, ...stored.before, ...stored.after].map(({ url }) => url);
  const files = [work.cover, ...work.before, ...work.after].map(({ file }) => file);
  return (
    stored.title === work.title &&
    stored.before.length === work.before.length &&
    urls.length === files.length &&
    urls.every((url, index) => new URL(url).pathname.endsWith(`%2F${files[index]}`))
  );
}

/** Deletes what a replaced work or an interrupted try with other photos left, and nothing of anybody else's. */
async function dropLeftovers(
  { objects }: ToolContext,
  work: DescribedWork,
  stored: ReadonlySet<string>,
): Promise<void> {
  const folder = galleryFolder(work.id);
  const kept = new Set(filesOf(work));
  const left = [...stored].filter((name) => {
    const file = name.slice(folder.length);
    return OUR_NAME.test(file) && !kept.has(file);
  });
  await pool(left, 4, (name) => objects.remove(name));
}

function dateOf(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new ToolError(`"${text}" is not a date such as 2026-05-30.`);
  return date.toISOString();
}
